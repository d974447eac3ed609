"""What takes minutes: ``make soak`` runs these checks at full length, the tests a share of each."""
