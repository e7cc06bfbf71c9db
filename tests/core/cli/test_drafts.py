"""Drafts on the command line: those of new visits and those of amendments, and how a refusal leads to them."""

from tests.fakes.clinic import MENZHEN, Clinic, content

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


def test_all_drafts_of_a_patient_are_listed_together(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.add("王芳")
    listed = ("intake", "draft", "show", "--record-no", "P001")
    assert "没有草稿" in clinic.run(*listed).out
    for _ in range(2):
        clinic.save("P001")
    clinic.save("P002")
    with clinic.open() as kernel:
        kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "新的一次"}))
        for record_no, visit in (("P001", 1), ("P001", 2), ("P002", 1)):
            typed = content({"zhushu": f"{record_no} 更正 {visit}"})
            kernel.amendments.save_draft(record_no, visit, typed, 1)
    found = clinic.json(*listed)["drafts"]
    assert [(one.get("form"), one.get("visit")) for one in found] == [("menzhen", None), (None, 2), (None, 1)]
    assert found[1]["answers"] == {"zhushu": "P001 更正 2"}
    out = clinic.run(*listed).out
    assert all(one in out for one in ("新的一次", "更正就诊 2", "P001 更正 2", "P001 更正 1"))
    assert "P002" not in out
    assert [one["form"] for one in clinic.json(*listed, "--form", "menzhen")["drafts"]] == ["menzhen"]
