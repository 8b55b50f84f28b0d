from __future__ import annotations

import pytest

from crawls.engine.traps.counting import MAX_GROUPS, MAX_KEPT, DistinctCount, Group, Groups


def counted(texts):
    count = DistinctCount()
    for text in texts:
        count.add(text)
    return count


@pytest.mark.parametrize("different", [0, 1, MAX_KEPT - 1])
def test_few_texts_are_counted_exactly_however_often_they_come(different):
    assert counted(f"t{number}" for _ in range(3) for number in range(different)).value == different


@pytest.mark.parametrize("different", [MAX_KEPT, 5_000, 50_000])
def test_many_texts_are_counted_to_a_tenth_and_few_are_kept(different):
    count = counted(f"t{number}" for number in range(different))

    assert count.value == pytest.approx(different, rel=0.1)
    assert len(count._kept) == len(count._largest_first) == MAX_KEPT


def test_count_does_not_depend_on_the_order():
    texts = [f"t{number}" for number in range(2_000)]

    assert counted(texts).value == counted(reversed(texts)).value


def test_large_groups_stay_when_there_are_too_many():
    groups = Groups(Group)
    groups.at("large").count = 7
    for number in range(5 * MAX_GROUPS):
        groups.at(number).count += 1

    assert len(dict(groups)) <= MAX_GROUPS
    assert groups.at("large").count == 7
