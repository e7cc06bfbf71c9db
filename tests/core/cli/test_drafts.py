"""Drafts on the command line: those of new visits and those of amendments, and how a refusal leads to them."""

from tests.fakes.clinic import MENZHEN, Clinic

AMEND = ("visits", "amend", "--record-no", "P001", "--visit", "1", "--version", "1", "--reason", "slip")
OF = ("--record-no", "P001", "--visit", "1")


def test_the_draft_of_an_amendment_is_shown_and_discarded(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.save("P001")
    assert clinic.refused("intake", "draft", "show", *OF)["code"] == "no_amendment_draft"
    refused = clinic.refused(*AMEND, "--answers", str(clinic.answers({"zhushu": "头晕两月"})))
    assert refused["code"] == "missing_required"
    assert "mingdao intake draft show --record-no P001 --visit 1" in refused["hint"]
    assert refused["draft"] == [{"record_no": "P001", "visit": 1}]
    (kept,) = clinic.json("intake", "draft", "show", *OF)["drafts"]
    assert (kept["visit"], kept["version"], kept["answers"]) == (1, 1, {"zhushu": "头晕两月"})
    assert "头晕两月" in clinic.run("intake", "draft", "show", *OF).out
    assert clinic.json("intake", "draft", "show", "--record-no", "P001")["drafts"] == []
    assert clinic.run("intake", "draft", "discard", *OF).code == 0
    assert clinic.refused("intake", "draft", "discard", *OF)["code"] == "no_amendment_draft"


def test_the_draft_of_a_new_visit_is_named_where_it_was_refused(clinic: Clinic) -> None:
    clinic.add("陈敏")
    refused = clinic.save("P001", {"zhushu": "头晕两月"}).json["error"]
    assert "mingdao intake draft show --record-no P001 --form menzhen" in refused["hint"]
    assert "draft" not in clinic.save("P001", {}).json["error"]
    assert clinic.refused("intake", "draft", "discard", "--record-no", "P001")["code"] == "draft_unnamed"
    assert clinic.run("intake", "draft", "discard", "--record-no", "P001", "--form", "menzhen").code == 0


def test_nothing_is_said_of_a_draft_that_was_not_kept(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.save("P001")
    refused = clinic.refused(*AMEND, "--answers", str(clinic.answers(MENZHEN)))
    assert (refused["code"], "draft" in refused) == ("nothing_changed", False)


def test_the_reasons_there_are_stand_with_their_words(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.save("P001")
    amend = ("visits", "amend", *OF, "--version", "1", "--reason", "x")
    refused = clinic.refused(*amend, "--answers", str(clinic.answers(MENZHEN)))
    assert "slip 笔误、omission 漏记" in refused["hint"]
    assert "not_seen 未实际就诊" in clinic.refused("visits", "void", *OF, "--reason", "x")["hint"]
