import type { SubmissionState } from '../schemas/submissions.ts'

/**
 * What may become of an interview. An event in a state leads to one of the states in its cell; an empty cell is an event
 * that means nothing there, and changes nothing.
 *
 *   (gone) ──worked──► open ──submitted──► unsent ──taken──► stored ──deleted──► deleting ──confirmed──► binned ──► (gone)
 *                       ▲                  ▲ ▲  │             │ │ ▲                 │                      ▲ │
 *                       │                  │ │  └──refused──┐ │ │ └─────undone──────┘                      │ │
 *                       │                  │ └──────────────│─┤ └──────────ended───────────────────────────┘ │
 *                       │                  │ returned,      │ │ lost                                         │
 *                       │                  │ submitted      ▼ │                                              │
 *                       │                  └─────────────refused ◄──the edit of a row that is gone           │
 *                       │◄──reopened───────────────────────┘ └──forgotten──► (gone)                          │
 *                       │◄──the row ended while an edit was open── stored, deleting                          │
 *                       └──────────────────────────────────── unsent ◄──restored─────────────────────────────┘
 *
 * An edit that is begun, continued or discarded is work on the interview, and leaves its state. What the server refuses of
 * a stored one is in Recovery, and the interview stays stored.
 */

/** An interview's state; gone: there is no document, or only its tombstone. */
export type Standing = SubmissionState | 'gone'

/**
 * What happens to an interview.
 *
 * By the surveyor. worked: it, or an edit of it, was begun or goes on. discarded: that work. submitted: a new interview.
 * edited: the submission of an edit, or what follows from one. reopened: taken out of Recovery to be filled in. deleted.
 * undone: the deletion. restored: from the bin. forgotten: deleted for good, from the bin or from Recovery.
 *
 * By the server. taken: it has what a request carried. listed: it shows the row. confirmed: it has deleted the row, as
 * the surveyor wanted. ended: the row was deleted elsewhere, or is missing. lost: it was restored from a backup, and no
 * longer has the row. refused: it refused a request. joined: the document is a second one of an interview.
 *
 * returned: from Recovery. brought: by a backup.
 */
export type InterviewEvent =
  | 'worked'
  | 'discarded'
  | 'submitted'
  | 'edited'
  | 'reopened'
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
  open: {
    worked: ['open'],
    discarded: ['gone', 'refused'],
    submitted: ['unsent'],
    edited: [],
    reopened: ['open'],
    deleted: [],
    undone: [],
    restored: [],
    forgotten: ['open'],
    taken: [],
    // A request from before it was opened again had made a row.
    listed: ['stored'],
    confirmed: [],
    ended: [],
    lost: [],
    refused: ['open'],
    joined: [],
    returned: ['open'],
    brought: ['open'],
  },
  unsent: {
    worked: ['unsent'],
    discarded: ['unsent'],
    submitted: [],
    edited: ['unsent'],
    reopened: ['unsent'],
    deleted: ['deleting'],
    undone: ['unsent'],
    restored: [],
    forgotten: ['unsent'],
    taken: ['stored'],
    listed: [],
    // Only an empty one: another was restored under another key since, and the answer is about its earlier row.
    confirmed: ['open', 'refused', 'gone'],
    ended: [],
    lost: [],
    refused: ['refused'],
    joined: [],
    returned: ['unsent'],
    brought: ['unsent'],
  },
  stored: {
    worked: ['stored'],
    discarded: ['stored'],
    submitted: [],
    // The edits of a second document of it come along, and its deletion too.
    edited: ['stored', 'deleting'],
    reopened: ['stored'],
    deleted: ['deleting'],
    undone: ['stored'],
    restored: [],
    forgotten: ['stored'],
    taken: ['stored'],
    listed: ['stored'],
    // The surveyor undid the deletion after its request had left.
    confirmed: ['open', 'binned', 'refused', 'gone'],
    ended: ['open', 'binned', 'refused', 'gone'],
    lost: ['unsent'],
    refused: ['open', 'stored', 'refused'],
    joined: ['gone'],
    returned: ['stored', 'deleting'],
    brought: ['stored', 'deleting'],
  },
  refused: {
    worked: ['refused', 'open'],
    discarded: ['refused'],
    // An edit that was open when it was refused.
    submitted: ['unsent'],
    edited: ['refused'],
    reopened: ['open', 'refused', 'gone'],
    deleted: [],
    undone: [],
    restored: [],
    forgotten: ['open', 'refused', 'gone'],
    taken: [],
    listed: [],
    confirmed: [],
    ended: [],
    lost: [],
    refused: ['refused'],
    joined: [],
    // The surveyor may have deleted it while its request was in doubt.
    returned: ['refused', 'unsent', 'deleting'],
    // A backup has an open edit, and what is here has no row for it. The same in the bin.
    brought: ['refused', 'open'],
  },
  deleting: {
    worked: ['deleting'],
    discarded: ['deleting'],
    submitted: [],
    edited: ['deleting'],
    reopened: ['deleting'],
    deleted: ['deleting'],
    undone: ['unsent', 'stored'],
    restored: [],
    forgotten: ['deleting'],
    taken: ['deleting'],
    listed: ['deleting'],
    confirmed: ['open', 'binned', 'refused', 'gone'],
    ended: ['open', 'binned', 'refused', 'gone'],
    lost: ['open', 'binned', 'refused', 'gone'],
    refused: ['open', 'stored', 'deleting', 'refused'],
    joined: ['gone'],
    returned: ['deleting'],
    brought: ['deleting'],
  },
  binned: {
    // A tab that did not see its end edits it, and goes on with an interview of its own.
    worked: ['open'],
    discarded: ['binned'],
    submitted: ['unsent'],
    edited: [],
    reopened: ['binned'],
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
    brought: ['binned', 'open'],
  },
  gone: {
    worked: ['open'],
    discarded: [],
    submitted: ['unsent'],
    edited: [],
    reopened: ['open'],
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
    brought: ['open', 'unsent', 'stored', 'deleting', 'refused'],
  },
}
