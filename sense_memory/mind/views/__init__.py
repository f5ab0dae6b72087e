"""What is kept in step with every change."""
