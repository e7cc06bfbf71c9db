"""Forms are data: FHIR Questionnaires are read, filled, checked, completed and laid out here. Pure; nothing is stored."""
