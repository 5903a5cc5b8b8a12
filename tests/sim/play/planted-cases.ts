import type { PlantedBug, Place } from './planted-bug.ts'

/** Bugs about cases: what interviews make of them, on phones and with the server's list. */

const follow = 'collections/interview/cases/follow-interview.ts'
const log = 'collections/interview/cases/case-log.ts'
const take = 'replication/pull/cases/take-cases.ts'
const pull = 'replication/pull/cases/pull-cases.ts'

const bug = (name: string, file: string, replace: string, by: string): PlantedBug => {
  const place: Place = { file, replace, by }
  return { name, places: [place], shownBy: 'cases' }
}

/** Each is planted alone. */
export const caseBugs: readonly PlantedBug[] = [
  bug(
    'a deleted registration stays among the cases',
    follow,
    "    case 'open':\n    case 'deleting':\n    case 'binned':\n      return 'none'\n",
    "    case 'open':\n    case 'binned':\n      return 'none'\n    case 'deleting':\n      return 'waits'\n",
  ),
  bug(
    'what is in Recovery vanishes from its case',
    follow,
    "      return 'refused'\n",
    "      return 'none'\n",
  ),
  bug(
    'an edit does not reach its case',
    follow,
    '  const made = to === ',
    '  if (from === to && before !== null) return []\n  const made = to === ',
  ),
  bug(
    'a page of the list overwrites what waits',
    take,
    '      if (!_deleted) return { ...parts, list, base: operations, pass }\n',
    '      if (!_deleted) return { ...parts, list, base: operations, pass, pending: {}, own: {} }\n',
  ),
  bug(
    'a case that is no longer theirs stays',
    take,
    '      return withoutServer(parts, named.has(id))\n',
    '      return parts\n',
  ),
  bug(
    'what a new pass does not bring stays',
    take,
    '    if (parts.pass === pass) return next\n',
    '    if (parts.pass > 0) return next\n',
  ),
  bug(
    'what was sent waits for ever',
    take,
    "    if (now.state !== 'confirmed' || now.pull >= begun) own[key] = now\n",
    '    own[key] = now\n',
  ),
  bug(
    'a case keeps its first label and values',
    log,
    '    ? { ...derivedFrom(operationsIn(next)), own: next.own, lacks: lacksOf(next.own) }\n',
    '    ? { own: next.own, lacks: lacksOf(next.own) }\n',
  ),
  bug(
    'a second pass is taken for the first',
    pull,
    '    next = { cursor: page.value.next, pass: next.pass + (restarted ? 1 : 0) }\n',
    '    next = { cursor: page.value.next, pass: next.pass }\n    void restarted\n',
  ),
]
