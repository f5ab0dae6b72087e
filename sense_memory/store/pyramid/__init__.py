"""The pyramid: observations, topics, and summaries of summaries."""
