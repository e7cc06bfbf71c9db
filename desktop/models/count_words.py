"""What is counted, in words. English tells one from several, and lupdate sees that a text does only in the `tr` of an object."""

from PySide6.QtCore import QObject


class CountWords(QObject):
    """Says a number with what it counts, where no widget says it."""

    def records(self, count: int) -> str:
        return self.tr("{0} 份病历", "", count).format(f"{count:,}")

    def visits(self, count: int) -> str:
        return self.tr("{0} 次就诊", "", count).format(f"{count:,}")

    def people(self, count: int) -> str:
        return self.tr("{0} 人", "", count).format(count)

    def fit(self, count: int) -> str:
        return self.tr("{0} 位符合", "", count).format(count)

    def of_this_name(self, count: int) -> str:
        return self.tr("{0} 位同名").format(count)

    def sound_alike(self, count: int) -> str:
        return self.tr("{0} 位音近", "", count).format(count)

    def are_similar(self, count: int) -> str:
        return self.tr("{0} 位相近").format(count)

    def have_phone(self, count: int, phone: str) -> str:
        return self.tr("{0} 位患者登记了电话“{1}”", "", count).format(count, phone)

    def are_called(self, count: int, name: str) -> str:
        return self.tr("{0} 位患者同名“{1}”", "", count).format(count, name)

    def sound_like(self, count: int, name: str) -> str:
        return self.tr("{0} 位患者与“{1}”读音相同", "", count).format(count, name)

    def are_close_to(self, count: int, name: str) -> str:
        return self.tr("{0} 位患者与“{1}”相近", "", count).format(count, name)
