"""What people have elsewhere: their conversations and notes, read out of the files they are in."""
