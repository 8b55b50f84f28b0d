"""A site of 30 pages small enough to work out by hand, and what was worked out.

PageRank. Let b be what each page gets for nothing, and all ranks multiples of it. With D = 0.85,
home h, and a page that deals its rank out among n places giving D/n of it to each:

    2, 3, 4, 5   m = 1 + D h/4                     = 1 + 0.2125 h
    6, 8, 9      p = 1 + D m/4                     = 1.2125 + 0.04515625 h
    7, 10        q = 1 + D m/4 + D p/3 = p + D p/3 = 1.5560417 + 0.0579505 h
    11           r = 1 + D m/3                     = 1.2833333 + 0.0602083 h
    13           s = 1 + D r                       = 2.0908333 + 0.0511771 h
    14           t = 1 + D s                       = 2.7772083 + 0.0435005 h
    16               1 + D/2                       = 1.425
    17           u = 1 + D m/2                     = 1.425 + 0.0903125 h
    20               1 + D q/2
    12, 15, 18, 19   1
    1            h = 1 + D (m/4 + m/4 + m/3 + m/2   from 2, 3, 4, 5:  1.3333333 + 0.2833333 h
                          + p/3 + p/2               from 6, 9:        1.0104167 + 0.0376302 h
                          + q/2 + q/2               from 7, 10:       1.5560417 + 0.0579505 h
                          + 1 + 1/2                 from 12, 15:      1.5
                          + t/2                     from 14:          1.3886042 + 0.0217503 h
                          + u)                      from 17:          1.425 + 0.0903125 h
                   = 1 + D (8.2133958 + 0.4909769 h) = 7.9813865 + 0.4173303 h

so h = 7.9813865 / 0.5826697 = 13.697960, and the rest follows. Shares: 12 gets nothing of 4, whose link is
nofollow; what 3, 9, 10, 14, 19 and 20 send to an error, a file, a loop, away or to an unread page
comes back in b, as do the ranks of 8, 16 and 18, which have no links.
"""

from __future__ import annotations

from crawls.engine.graph import Answer, Builder, GraphPage, LinkChunk

NAV, FOOTER, TEXT, LIST = 1, 3, 100, 101  # places: two landmarks, two paths
SEED = 30

NOINDEX = {5, 18}
IN_SITEMAP = {1, 2, 3, 4, 15}
REDIRECTS = {21: 10, 24: 25, 25: 24, 27: None, 28: 29, 29: 21, 30: 1}
OTHER_ANSWERS = {22: Answer.BROKEN, 23: Answer.FILE, 26: Answer.UNKNOWN}

# source, target, nofollow, place, text
LINKS = [
    (1, 1, False, NAV, "Home"),  # a self link: no edge
    (1, 2, False, NAV, "Shoes"),
    (1, 3, False, NAV, "Bags"),
    (1, 4, False, NAV, "Guides"),
    (1, 5, False, FOOTER, ""),
    (2, 1, False, NAV, "Home"),
    (2, 6, True, NAV, "Boots"),
    (2, 6, False, LIST, ""),
    (2, 7, False, LIST, "Sandals"),
    (2, 8, False, LIST, "Sneakers"),
    (3, 1, False, NAV, "Home"),
    (3, 9, False, LIST, "Rucksack"),
    (3, 21, False, LIST, "Satchel"),
    (3, 22, False, LIST, "Tote"),
    (4, 1, False, NAV, "Home"),
    (4, 11, False, TEXT, "size guide"),
    (4, 12, True, TEXT, "our partner"),
    (5, 1, False, NAV, "Home"),
    (5, 17, False, FOOTER, "here"),
    (6, 1, False, NAV, "Home"),
    (6, 7, False, TEXT, "sandals!"),
    (6, 28, False, TEXT, "satchel"),
    (7, 1, False, NAV, "Home"),
    (7, 20, False, TEXT, "care"),
    (9, 1, False, NAV, "Home"),
    (9, 23, False, TEXT, "manual"),
    (10, 1, False, NAV, "Home"),
    (10, 24, False, TEXT, "colours"),
    (11, 13, False, TEXT, "Read more »"),
    (12, 1, False, NAV, "Home"),
    (13, 14, False, TEXT, "Size guide"),
    (14, 1, False, NAV, "HOME"),
    (14, 27, False, TEXT, "a shop we like"),
    (15, 1, False, NAV, "Home"),
    (15, 16, False, TEXT, "shoes"),
    (16, 16, False, TEXT, "size guide"),
    (17, 1, False, NAV, "Home"),
    (19, 22, False, TEXT, "tote"),
    (20, 26, False, TEXT, "more about care"),
]

# id, depth, in: all, followed, content, indexable, out: all, exits, rank in units of b
FIGURES = [
    (1, 0, 12, 12, 0, 11, 4, 4, 13.697960),
    (2, 1, 1, 1, 0, 1, 4, 4, 3.910817),
    (3, 1, 1, 1, 0, 1, 4, 3, 3.910817),
    (4, 1, 1, 1, 0, 1, 3, 2, 3.910817),
    (5, 1, 1, 1, 0, 1, 2, 2, 3.910817),
    (6, 2, 1, 1, 1, 1, 3, 3, 1.831049),
    (7, 2, 2, 2, 2, 2, 2, 2, 2.349846),
    (8, 2, 1, 1, 1, 1, 0, 0, 1.831049),
    (9, 2, 1, 1, 1, 1, 2, 1, 1.831049),
    (10, 2, 2, 2, 2, 2, 2, 1, 2.349846),
    (11, 2, 1, 1, 1, 1, 1, 1, 2.108065),
    (12, -1, 1, 0, 1, 0, 1, 1, 1.0),
    (13, 3, 1, 1, 1, 1, 1, 1, 2.791855),
    (14, 4, 1, 1, 1, 1, 2, 1, 3.373077),
    (15, -1, 0, 0, 0, 0, 2, 2, 1.0),
    (16, -1, 1, 1, 1, 1, 0, 0, 1.425),
    (17, 2, 1, 1, 0, 0, 1, 1, 2.662097),
    (18, -1, 0, 0, 0, 0, 0, 0, 1.0),
    (19, -1, 0, 0, 0, 0, 1, 0, 1.0),
    (20, 3, 1, 1, 1, 1, 1, 1, 1.998684),
    *((number, -1, 0, 0, 0, 0, 0, 0, 0.0) for number in range(21, 31)),
]
# 13.697960 + 4 x 3.910817 + 3 x 1.831049 + 2 x 2.349846 + 2.108065 + 2.791855 + 3.373077 + 4 x 1
# + 1.425 + 2.662097 + 1.998684
ALL_RANKS = 57.892841


def page(id):
    redirects = id in REDIRECTS
    answer = Answer.REDIRECT if redirects else OTHER_ANSWERS.get(id, Answer.PAGE)
    return GraphPage(
        id=id,
        url=f"https://shop.test/{id}",
        answer=answer,
        is_indexable=answer is Answer.PAGE and id not in NOINDEX,
        redirect_to=REDIRECTS.get(id),
        in_sitemap=id in IN_SITEMAP,
    )


def chunk(links):
    sources, targets, nofollow, places, texts = zip(*links, strict=True)
    return LinkChunk(sources, targets, nofollow, places, texts)


def build(*, chunk_size=1000):
    builder = Builder(map(page, range(30, 0, -1)), seed=SEED)
    for start in range(0, len(LINKS), chunk_size):
        builder.add(chunk(LINKS[start : start + chunk_size]))
    return builder.build()
