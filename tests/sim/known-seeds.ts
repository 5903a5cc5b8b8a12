import type { ServerName } from './world/field.ts'
import { planOf, type Plan } from './play/history.ts'

/** A history that once broke an invariant. */
export interface KnownSeed {
  readonly name: string
  readonly server: ServerName
  readonly plan: Plan
}

/** The seeds that once failed. Each defect is fixed, and must stay so. */
export const knownSeeds: readonly KnownSeed[] = [
  {
    name: 'a deletion on one phone reaches the other on a server that tells of no deletions',
    server: 'plain',
    plan: planOf(26, 25, 'delivery'),
  },
  {
    name: 'after a full disk the same settings can be written again',
    server: 'plain',
    plan: planOf(38, 25, 'delivery'),
  },
  {
    name: 'after a full disk the list can be fetched again',
    server: 'plain',
    plan: planOf(36, 25, 'delivery'),
  },
  {
    name: 'two phones give one temporary id to two interviews, and a deletion cut short concerns one',
    server: 'ours',
    plan: planOf(95, 25, 'delivery'),
  },
  {
    name: 'a deleted interview comes back only where a clock was set while it was on its way',
    server: 'plain',
    plan: planOf(84, 25, 'delivery'),
  },
  {
    name: 'files that a server lists beside what an edit said of them are no second occurrence',
    server: 'plain',
    plan: planOf(103, 25, 'delivery'),
  },
  {
    name: 'what is picked up after the rest is sent before the last look',
    server: 'ours',
    plan: planOf(148, 25, 'delivery'),
  },
  {
    name: 'two tabs of a phone never send at the same time',
    server: 'plain',
    plan: planOf(170, 25, 'delivery'),
  },
  {
    name: 'nothing in between says that a row is gone which is there',
    server: 'ours',
    plan: planOf(192, 25, 'delivery'),
  },
  {
    name: 'what went to Recovery and arrived late after all returns by itself',
    server: 'ours',
    plan: planOf(549, 25, 'delivery'),
  },
  {
    name: 'files are doubled only where a clock was set while a sleeping tab held their request',
    server: 'plain',
    plan: planOf(714, 25, 'delivery'),
  },
  {
    name: 'what a sleeping tab gave up never leaves when it wakes',
    server: 'ours',
    plan: planOf(282, 25, 'delivery'),
  },
  {
    name: 'what a sleeping tab gave up is not sent an hour later',
    server: 'plain',
    plan: planOf(810, 25, 'delivery'),
  },
  {
    name: 'a lease that is extended while another tab looks at it is not taken',
    server: 'plain',
    plan: planOf(1681, 25, 'delivery'),
  },
  {
    name: 'files marked as sent before a crash do not keep their submission pending',
    server: 'plain',
    plan: planOf(1810, 25, 'delivery'),
  },
  {
    name: 'a temporary id that two phones made in one millisecond, and that a server echoes, joins nothing',
    server: 'plain',
    plan: planOf(26, 25),
  },
  {
    name: 'what was sent after the last page of changes is missed by a restore, and sent again',
    server: 'ours',
    plan: planOf(23, 25),
  },
  {
    name: 'an edit whose row a restore lost, and edits that it lost of a row, are sent again',
    server: 'ours',
    plan: planOf(16, 25),
  },
  {
    name: 'an interview whose row was deleted before its POST was repeated is in the bin',
    server: 'ours',
    plan: planOf(399, 25),
  },
  {
    name: 'an interview whose row was deleted before its POST was repeated keeps its place in the bin',
    server: 'ours',
    plan: planOf(610, 25),
  },
  {
    name: 'a row that a browser doubled is deleted after the interview was edited',
    server: 'plain',
    plan: planOf(591, 25),
  },
  {
    name: 'a row that a browser doubled is deleted after the interview was deleted',
    server: 'plain',
    plan: planOf(614, 25),
  },
  {
    name: 'a photo that was removed before its interview was refused does not return',
    server: 'ours',
    plan: planOf(2006, 25),
  },
  {
    name: 'the 404 of a restored server is one also before a start has learnt its extensions',
    server: 'ours',
    plan: planOf(155, 25),
  },
  {
    name: 'news of a deletion that was undone after its request had left does not put it into the bin',
    server: 'plain',
    plan: planOf(1117, 25),
  },
  {
    name: 'the first list of a start takes nothing that a restored server has lost for deleted',
    server: 'ours',
    plan: planOf(1225, 25),
  },
  {
    name: 'a backup leaves another interview with the same temporary id as it is',
    server: 'ours',
    plan: planOf(989, 25),
  },
  {
    name: 'a photo that took the place of another is sent again to a restored server',
    server: 'ours',
    plan: planOf(1813, 25),
  },
  {
    name: 'two phones with one interview do not delete the rows of each other',
    server: 'plain',
    plan: planOf(1477, 25),
  },
  {
    name: 'a tab that was frozen while it extended its lease sends nothing into the next one',
    server: 'plain',
    plan: planOf(2054, 25),
  },
  {
    name: 'an interview that was restored from the bin and lost its answer may be sent again',
    server: 'plain',
    plan: planOf(1548, 25),
  },
  {
    name: 'two edits that are refused at the same time are both in Recovery',
    server: 'ours',
    plan: planOf(9440, 25),
  },
  {
    name: 'the edit of an interview that is refused while it is open is opened from Recovery with it',
    server: 'ours',
    plan: planOf(9510, 25),
  },
  {
    name: 'a deletion that is taken back in time leaves the files of the other phone',
    server: 'ours',
    plan: planOf(9513, 25),
  },
  {
    name: 'an unsent edit of what was deleted elsewhere is in Recovery, next to what another phone restored',
    server: 'ours',
    plan: planOf(9008, 25),
  },
  {
    name: 'an edit of what another phone deleted unnoticed is in Recovery',
    server: 'ours',
    plan: planOf(9909, 25),
  },
  {
    name: 'an interview that the list has shown while its request was answered with errors is sent',
    server: 'ours',
    plan: planOf(10_034, 25),
  },
  {
    name: 'an edit that took a photo out, was refused and is opened from Recovery still takes it out',
    server: 'ours',
    plan: planOf(11_071, 25),
  },
  {
    name: 'what a restored server no longer has is in the bin, with the numbers as the server wrote them',
    server: 'plain',
    plan: planOf(11_184, 25),
  },
  {
    name: 'an open edit of what was deleted elsewhere is sent as an interview without the photos of the other phone',
    server: 'ours',
    plan: planOf(1011, 25),
  },
  {
    name: 'a deletion that the server refused and that is tried again from Recovery is carried out',
    server: 'ours',
    plan: planOf(1458, 25),
  },
]
