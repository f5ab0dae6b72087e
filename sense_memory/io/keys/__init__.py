"""Where secret keys are kept, in which forms, and how they are brought back."""
