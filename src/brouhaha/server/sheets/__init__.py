"""Score sheets and typed-in boxes, over HTTP."""
