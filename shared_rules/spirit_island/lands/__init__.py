"""What happens in lands: the pieces there, and what a Ravage, damage or an effect does to them.

Nothing here is imported before a land is entered. `land` has a land's pieces, tokens, and what else applies
there, `ravage` resolves a Ravage; the adversaries' own rules are in `adversaries`.

>>> from shared_rules.spirit_island.lands.land import Conditions, read_land
>>> from shared_rules.spirit_island.lands.ravage import ravage
>>> conditions = Conditions()
>>> conditions.defend = 2
>>> outcome = ravage(read_land("E2 T1s1 C1 D3 blight=1 badlands=1"), conditions)
>>> outcome.damage, outcome.to_land, outcome.to_dahan, outcome.destroyed, outcome.after
(5, 3, 4, 'C1', 'E2 T1 D1 blight=2 badlands=1')
"""
