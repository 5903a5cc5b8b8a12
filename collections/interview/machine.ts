import type { SubmissionState } from '../schemas/submissions.ts'

/**
 * What may become of a submission. An event in a state leads to one of the states in its cell; an empty cell is an event
 * that means nothing there, and changes nothing.
 *
 *   (gone) ──submitted──► unsent ──taken──► stored ──deleted──► deleting ──confirmed──► binned ──forgotten──► (gone)
 *                           ▲  ▲              │ │ ▲                 │                    ▲  │
 *                           │  └────lost──────┘ │ └────undone───────┘                    │  │
 *                           │                   └────ended───────────────────────────────┘  │
 *                           └──────────────────────restored─────────────────────────────────┘
 *
 *   unsent, stored ──refused──► refused ──returned──► unsent
 *                                 ├──reopened, forgotten──► (gone)
 *                                 └──submitted (an edit that was open)──► unsent
 *
 * What the server refuses of a stored submission is in Recovery too; the submission stays stored.
 */

/** A submission's state; gone: there is no document, or only its tombstone. */
export type Standing = SubmissionState | 'gone'

/**
 * What happens to a submission.
 *
 * By the surveyor. submitted: a new interview, or what became of an old one. reopened: taken out of Recovery to be filled
 * in. edited: an edit, or what follows from one. deleted. undone: the deletion. restored: from the bin. forgotten: deleted
 * for good, from the bin or from Recovery.
 *
 * By the server. taken: it has what a request carried. listed: it shows the row. confirmed: it has deleted the row, as
 * the surveyor wanted. ended: the row was deleted elsewhere, or is missing. lost: it was restored from a backup, and no
 * longer has the row. refused: it refused a request. joined: the document is a second one of an interview.
 *
 * returned: from Recovery. brought: by a backup.
 */
export type InterviewEvent =
  | 'submitted'
  | 'reopened'
  | 'edited'
  | 'deleted'
  | 'undone'
  | 'restored'
  | 'forgotten'
  | 'taken'
  | 'listed'
  | 'confirmed'
  | 'ended'
  | 'lost'
  | 'refused'
  | 'joined'
  | 'returned'
  | 'brought'

/** The states that an event may lead to. */
export type Moves = Readonly<
  Record<Standing, Readonly<Record<InterviewEvent, readonly Standing[]>>>
>

/** The machine. */
export const moves: Moves = {
  unsent: {
    submitted: [],
    reopened: ['unsent'],
    edited: ['unsent'],
    deleted: ['deleting'],
    undone: ['unsent'],
    restored: [],
    forgotten: ['unsent'],
    taken: ['stored'],
    listed: [],
    // Only an empty one: another was restored under another key since, and the answer is about its earlier row.
    confirmed: ['refused', 'gone'],
    ended: [],
    lost: [],
    refused: ['refused'],
    joined: [],
    returned: ['unsent'],
    brought: ['unsent'],
  },
  stored: {
    submitted: [],
    // The edits of a second document of it come along, and its deletion too.
    reopened: ['stored'],
    edited: ['stored', 'deleting'],
    deleted: ['deleting'],
    undone: ['stored'],
    restored: [],
    forgotten: ['stored'],
    taken: ['stored'],
    listed: ['stored'],
    // The surveyor undid the deletion after its request had left.
    confirmed: ['binned', 'refused', 'gone'],
    // An open edit has all of it, and becomes an interview of its own.
    ended: ['binned', 'refused', 'gone'],
    lost: ['unsent'],
    refused: ['stored', 'refused', 'gone'],
    joined: ['gone'],
    returned: ['stored', 'deleting'],
    brought: ['stored', 'deleting'],
  },
  deleting: {
    submitted: [],
    reopened: ['deleting'],
    edited: ['deleting'],
    deleted: ['deleting'],
    undone: ['unsent', 'stored'],
    restored: [],
    forgotten: ['deleting'],
    taken: ['deleting'],
    listed: ['deleting'],
    confirmed: ['binned', 'refused', 'gone'],
    ended: ['binned', 'refused', 'gone'],
    lost: ['binned', 'refused', 'gone'],
    refused: ['stored', 'deleting', 'refused', 'gone'],
    joined: ['gone'],
    returned: ['deleting'],
    brought: ['deleting'],
  },
  binned: {
    // An edit that was open when it ended has all of it. A tab that did not see its end submits it anew.
    submitted: ['gone', 'unsent'],
    reopened: ['binned'],
    edited: [],
    deleted: [],
    undone: [],
    restored: ['unsent'],
    forgotten: ['binned', 'refused', 'gone'],
    taken: [],
    listed: [],
    confirmed: [],
    ended: [],
    lost: [],
    refused: ['binned'],
    joined: [],
    returned: ['binned'],
    brought: ['binned'],
  },
  refused: {
    submitted: ['unsent'],
    reopened: ['refused', 'gone'],
    edited: ['refused'],
    deleted: [],
    undone: [],
    restored: [],
    forgotten: ['refused', 'gone'],
    taken: [],
    listed: [],
    confirmed: [],
    ended: [],
    lost: [],
    refused: ['refused'],
    joined: [],
    // The surveyor may have deleted it while its request was in doubt.
    returned: ['refused', 'unsent', 'deleting'],
    brought: ['refused'],
  },
  gone: {
    submitted: ['unsent'],
    reopened: [],
    edited: [],
    deleted: [],
    undone: [],
    restored: [],
    forgotten: [],
    taken: [],
    listed: ['stored'],
    confirmed: [],
    ended: [],
    lost: [],
    // What it was about is nowhere any more.
    refused: ['refused'],
    joined: [],
    returned: [],
    brought: ['unsent', 'stored', 'deleting', 'refused'],
  },
}
