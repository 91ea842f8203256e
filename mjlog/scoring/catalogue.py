"""The fan catalogue: id, Chinese and English name, clause, predicate; tables decide what a fan is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mjlog.scoring import predicates as p
from mjlog.scoring.fans import CHOW, PUNG, Fan, Test
from mjlog.scoring.predicates import DRAGONS, WINDS, mixed, standard, whole


@dataclass(frozen=True, slots=True)
class Entry:
    """One fan of the catalogue.

    >>> CATALOGUE["hunyise"].zh, CATALOGUE["hunyise"].fan(1, excludes=("queyimen",)).value
    ('混一色', 1)
    """

    id: str
    zh: str
    en: str
    clause: str
    test: Test

    def fan(self, value: int, excludes: tuple[str, ...] = ()) -> Fan:
        """The line of a table that gives it a value."""
        return Fan(self.id, self.zh, self.en, value, self.test, excludes, clause=self.clause)

    def named(self, zh: str, en: str, clause: str) -> Entry:
        """The same fan under the name and clause of a ruleset."""
        return replace(self, zh=zh, en=en, clause=clause)


_FIVES = ((2, "三", "three"), (3, "四", "four"), (4, "五", "five"))

ENTRIES: tuple[Entry, ...] = (
    Entry("lingshang", "岭上开花", "win on a kong replacement", "fan.lingshang.1", p.kong_replacement),
    Entry("qianggang", "抢杠和", "robbing the kong", "fan.qianggang.1", p.robbed_kong),
    Entry("haidi", "海底捞月", "win on the last discard", "fan.haidi.1", p.last_discard),
    Entry("miaoshou", "妙手回春", "self-draw of the last tile", "fan.miaoshou.1", p.last_tile),
    Entry("tianhe", "天和", "win on the first draw", "fan.tianhe.1", p.first_draw),
    Entry("dihe", "地和", "win on a first discard", "fan.dihe.1", p.first_discard),
    Entry("pinghe", "平和", "all chows", "fan.pinghe.1", whole(p.all_chows)),
    Entry("qidui", "七对子", "seven pairs", "fan.qidui.1", p.special("qidui")),
    Entry("quanbukao", "全不靠", "fourteen unconnected tiles", "fan.quanbukao.1", p.special("quanbukao")),
    Entry("shisanyao", "十三幺", "thirteen orphans", "fan.shisanyao.1", p.special("13yao")),
    Entry("yibangao", "一般高", "two equal chows", "fan.yibangao.1", whole(p.equal_chows(2))),
    Entry(
        "liangbangao", "两般高", "twice two equal chows", "fan.yibangao.1", whole(p.equal_chows(2, times=2))
    ),
    Entry("yisesantongshun", "一色三同顺", "three equal chows", "fan.yibangao.1", whole(p.equal_chows(3))),
    Entry(
        "xixiangfeng",
        "喜相逢",
        "chows of one rank in two suits",
        "fan.yibangao.1",
        whole(p.same_rank(CHOW, 2)),
    ),
    Entry(
        "sansetongshun",
        "三色同顺",
        "chows of one rank in three suits",
        "fan.yibangao.1",
        whole(p.same_rank(CHOW, 3)),
    ),
    Entry("qinglong", "清龙", "straight of one suit", "fan.yitiaolong.1", whole(p.pure_straight)),
    Entry("hualong", "花龙", "straight of three suits", "fan.yitiaolong.1", whole(p.mixed_straight)),
    Entry("sibugao", "四步高", "four chows one apart", "fan.silianhuan.1", whole(p.chain(4, 1))),
    Entry("sanbugao", "三步高", "three chows one apart", "fan.silianhuan.1", whole(p.chain(3, 1))),
    Entry("silianhuan", "四连环", "four chows two apart", "fan.silianhuan.1", whole(p.chain(4, 2))),
    Entry("sanlianhuan", "三连环", "three chows two apart", "fan.silianhuan.1", whole(p.chain(3, 2))),
    Entry(
        "sansesanbugao",
        "三色三步高",
        "chows one apart in three suits",
        "fan.silianhuan.1",
        whole(p.chain_of_three_suits(1)),
    ),
    Entry(
        "sansesanlianhuan",
        "三色三连环",
        "chows two apart in three suits",
        "fan.silianhuan.1",
        whole(p.chain_of_three_suits(2)),
    ),
    Entry("chunjiulian", "纯九连", "pure nine gates", "fan.chunjiulian.1", p.nine_gates),
    Entry("queyimen", "缺一门", "one suit missing", "fan.queyimen.1", whole(p.two_suits)),
    Entry("hunqueyimen", "混缺一门", "one suit missing, honours", "fan.hun.1", mixed(p.two_suits)),
    Entry("jingtonghe", "镜同和", "mirrored suits", "fan.jingtonghe.1", whole(p.mirrored)),
    Entry("hunjingtonghe", "混镜同和", "mirrored suits, honours", "fan.hun.1", mixed(p.mirrored)),
    Entry("wumenqi", "五门齐", "all five classes", "fan.wumenqi.1", whole(p.five_classes)),
    Entry("qingyise", "清一色", "full flush", "fan.qingyise.1", whole(p.one_suit)),
    Entry("hunyise", "混一色", "half flush", "fan.hun.1", mixed(p.one_suit)),
    Entry("quandaiyao", "全带幺", "1 or 9 in every group", "fan.quandaiyao.1", whole(p.ends_in_every_group)),
    Entry(
        "hunquandaiyao",
        "混全带幺",
        "1, 9 or honour in every group",
        "fan.hun.1",
        mixed(p.ends_in_every_group),
    ),
    Entry("qingyaojiu", "清幺九", "only 1 and 9", "fan.qingyaojiu.1", standard(whole(p.ends_only))),
    Entry("hunyaojiu", "混幺九", "only 1, 9 and honours", "fan.hun.1", standard(mixed(p.ends_only))),
    *(
        Entry(f"ju{n + 1}", f"聚{zh}数", f"{en} ranks", "fan.ju.1", whole(p.gathered(n + 1)))
        for n, zh, en in _FIVES
    ),
    *(
        Entry(
            f"hunju{n + 1}", f"混聚{zh}数", f"{en} ranks and honours", "fan.hun.1", mixed(p.gathered(n + 1))
        )
        for n, zh, en in _FIVES
    ),
    Entry(
        "mantingfang",
        "满庭芳",
        "one rank in every group",
        "fan.mantingfang.1",
        whole(p.one_rank_in_every_group),
    ),
    Entry(
        "hunmantingfang",
        "混满庭芳",
        "one rank or honours in every group",
        "fan.hun.1",
        mixed(p.one_rank_in_every_group),
    ),
    Entry("sanyuanhui", "三元会", "all three dragons occur", "fan.sanyuan.1", p.all_occur(DRAGONS)),
    Entry("dasanyuan", "大三元", "big three dragons", "fan.sanyuan.1", p.sets_of(DRAGONS, 3, pair=False)),
    Entry("xiaosanyuan", "小三元", "little three dragons", "fan.sanyuan.1", p.sets_of(DRAGONS, 2, pair=True)),
    Entry("sixihui", "四喜会", "all four winds occur", "fan.sixi.1", p.all_occur(WINDS)),
    Entry("dasixi", "大四喜", "big four winds", "fan.sixi.1", p.sets_of(WINDS, 4, pair=False)),
    Entry("xiaosixi", "小四喜", "little four winds", "fan.sixi.1", p.sets_of(WINDS, 3, pair=True)),
    Entry("ziyise", "字一色", "all honours", "fan.ziyise.1", whole(p.honours_only)),
    Entry("buqiuren", "不求人", "concealed self-draw", "fan.buqiuren.1", p.concealed_self_draw),
    Entry("pengpenghe", "碰碰和", "all pungs", "fan.pengpenghe.1", whole(p.all_pungs)),
    Entry("sianke", "四暗刻", "four concealed pungs", "fan.sianke.1", p.four_concealed_pungs),
    Entry("sananke", "三暗刻", "three concealed pungs", "fan.sianke.1", p.three_concealed_pungs),
    Entry(
        "sansetongke",
        "三色同刻",
        "pungs of one rank in three suits",
        "fan.sianke.1",
        whole(p.same_rank(PUNG, 3)),
    ),
    Entry("sigangzi", "四杠子", "four kongs", "fan.sigangzi.1", p.four_kongs),
    Entry("sangangzi", "三杠子", "three kongs", "fan.sigangzi.1", p.three_kongs),
)

CATALOGUE: dict[str, Entry] = {entry.id: entry for entry in ENTRIES}
"""Every fan of the catalogue by id."""
