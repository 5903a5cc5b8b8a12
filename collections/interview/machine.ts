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
 * What the server refuses is in Recovery, and returns from there.
 */

/** A submission's state; gone: there is no document, or only its tombstone. */
export type Standing = SubmissionState | 'gone'

/**
 * What happens to a submission.
 *
 * By the surveyor. submitted: a new interview, or what became of an old one. edited: an edit, or what follows from one.
 * deleted. undone: the deletion. restored, forgotten: restored from the bin, or deleted there for good.
 *
 * By the server. taken: it has what a request carried. listed: it shows the row. confirmed: it has deleted the row, as
 * the surveyor wanted. ended: the row was deleted elsewhere, or is missing. lost: it was restored from a backup, and no
 * longer has the row. refused: it refused a request. joined: the document is a second one of an interview.
 *
 * returned: from Recovery. brought: by a backup.
 */
export type InterviewEvent =
  | 'submitted'
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
    edited: ['unsent'],
    deleted: ['deleting'],
    undone: ['unsent'],
    restored: [],
    forgotten: [],
    taken: ['stored'],
    listed: [],
    // Only an empty one: another was restored under another key since, and the answer is about its earlier row.
    confirmed: ['gone'],
    ended: [],
    lost: [],
    refused: ['gone'],
    joined: [],
    returned: ['unsent'],
    brought: ['unsent'],
  },
  stored: {
    submitted: [],
    // The edits of a second document of it come along, and its deletion too.
    edited: ['stored', 'deleting'],
    deleted: ['deleting'],
    undone: ['stored'],
    restored: [],
    forgotten: [],
    taken: ['stored'],
    listed: ['stored'],
    // The surveyor undid the deletion after its request had left.
    confirmed: ['binned', 'gone'],
    // An open edit has all of it, and becomes an interview of its own.
    ended: ['binned', 'gone'],
    lost: ['unsent'],
    refused: ['stored', 'gone'],
    joined: ['gone'],
    returned: ['stored', 'deleting'],
    brought: ['stored', 'deleting'],
  },
  deleting: {
    submitted: [],
    edited: ['deleting'],
    deleted: ['deleting'],
    undone: ['unsent', 'stored'],
    restored: [],
    forgotten: [],
    taken: ['deleting'],
    listed: ['deleting'],
    confirmed: ['binned', 'gone'],
    ended: ['binned', 'gone'],
    lost: ['binned', 'gone'],
    refused: ['stored', 'deleting', 'gone'],
    joined: ['gone'],
    returned: ['deleting'],
    brought: ['deleting'],
  },
  binned: {
    // An edit that was open when it ended has all of it. A tab that did not see its end submits it anew.
    submitted: ['gone', 'unsent'],
    edited: [],
    deleted: [],
    undone: [],
    restored: ['unsent'],
    forgotten: ['gone'],
    taken: [],
    listed: [],
    confirmed: [],
    ended: [],
    lost: [],
    refused: [],
    joined: [],
    returned: [],
    brought: [],
  },
  gone: {
    submitted: ['unsent'],
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
    refused: [],
    joined: [],
    // The surveyor may have deleted it while its request was in doubt.
    returned: ['unsent', 'deleting'],
    brought: ['unsent', 'stored', 'deleting'],
  },
}
