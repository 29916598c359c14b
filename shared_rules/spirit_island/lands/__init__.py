"""What happens in a land: the pieces that lie there, and what a Ravage or damage makes of them.

Nothing here is loaded before a land is entered. `land` reads and writes lands, `conditions` what holds in one
besides its pieces, `ravage` resolves a Ravage; the adversaries' own rules are in `adversaries`.

>>> from shared_rules.spirit_island.lands.conditions import read_question
>>> from shared_rules.spirit_island.lands.ravage import ravage
>>> outcome = ravage(*read_question("E2 T1s1 C1 D3 blight=1 badlands=1 defend=2"))
>>> outcome.damage, outcome.to_land, outcome.to_dahan, outcome.destroyed, outcome.after
(5, 3, 4, 'C1', 'E2 T1 D1 blight=2 badlands=1')
"""
