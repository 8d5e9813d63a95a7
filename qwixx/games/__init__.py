"""Games that are played: their past and future, and how they are written down."""
