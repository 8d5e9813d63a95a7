"""Bots that players write themselves: one function, `choose_move`, in one text."""
