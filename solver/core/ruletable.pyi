from manille.solver.rules import Contract

class RuleTable:
    contract: Contract
    def __init__(self, contract: Contract) -> None: ...

def rule_table(contract: Contract) -> RuleTable: ...
