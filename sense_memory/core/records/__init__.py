"""What the mind is made of: frozen records, validated when they are built."""
