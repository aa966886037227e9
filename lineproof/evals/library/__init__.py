"""The benchmark library: an invented insurer's documents, made from a seed, with a ledger of all that was planted in them."""
