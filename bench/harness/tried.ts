/** What was tried for missed gates, by bench. It is shown only while one of them is missed. */
export const tried: Readonly<Record<string, string>> = {
  size: `Tried: the login is painted before the router, the calls, the database and the schemas that check what
comes are loaded; requests (axios), toasts, what an installed app shows, and syncing load after the first screen;
migrations, the import of the earlier app and RxDB's choice of a leading tab load only where they are used; what is
needed together is one script, for many small ones compress badly; RxJS and Dexie are taken in builds that unused
parts can be left out of. That took the login from 210 kB to 104, the dashboard from 277 to 247, the fill screen
from 332 to 296, and all that the worker keeps from 588 to 529. What is left for the login: React is 69 kB, RxJS 9,
and 26 the screen, its words, the languages, the session and its keys. For the others React, the router, Dexie, RxDB's
core, its queries and RxJS are 190 kB before the first line of our own. Not done: the router's declarative half with
a history of our own (16 kB less), and the chart drawn by hand (70 kB less of what the worker keeps).`,
  'form-key': `Growing from 20 to 500 questions is the browser's own layout: the form by hand grows more than the
product does. Of the other products ODK Web Forms comes closest, by processor time per key.`,
  'form-logic': `Tried: a rule is looked at again only where something that it reads has changed: four of 457 with each key
here. What remains is React making two questions, or taking them away, and the browser laying the screen out anew.`,
  'db-page': `Tried: lists that their index answers are read in one request instead of row by row, which made them
two to three times faster. By a profile half of what remains is waiting for IndexedDB and for fifty rows to be unsealed,
and a fifth putting the unsealed rows together.`,
  'db-cold': `Tried: what has nothing of an earlier version beside it is opened without asking each of twelve
collections whether it is to be migrated. By a profile more than half of what remains is the browser's own, opening
thirteen databases of IndexedDB; the rest is RxDB's and Dexie's, spread thinly. Not done: opening what the first screen
reads before the rest, for every reader of the app takes all twelve to be open.`,
  'db-bulk': `Tried: 50, 200 and 1,000 rows at once (fewer are slower, each bit being durable by itself, and hold up the
screen less; 200 it is); sealing in slices of fifty (no shorter tasks, and a slower submit: taken back); comparing
rows without lists in between; finding the rows of a
page by their keys, not by a walk over all between. By a profile a fifth of what remains is IndexedDB's puts and gets,
a fifth the log that each row carries with its two hashes, an eighth the sealing, and a fifth is waiting for the device.`,
  'db-live': `Dexie's live queries answer from memory before the write is durable; the clock here runs until both
is done.`,
  img: `Tried: the library looked for the size in ten steps, each from the picture of the step before, and took three
times the floor; now it begins where the photo's bytes foretell the end, with two steps left. It draws the photo once
at its full size, which the floor does not. The browser's own scaling before the library held up the
screen for 283 ms and was no faster: taken back.`,
  boot: `Tried: Intl's formats are made once and not for each row (a quarter of the processor time), and 31 scripts
are read instead of 59. What remains is reading 700 kB of script (unpacked), and opening thirteen databases; see size
and db-cold.`,
  soak: `Found and mended: RxDB's streams of events keep every event in a map that is never emptied (10 KB for
ten answers); the app follows the writes without them now. A heap comparison shows no object and no document of a
submitted interview any more. RxDB keeps a hundred queries and events of each collection; measured from the 120th
interview on the heap grew by 2.5 % over 200, most of it in the first hundred, and so the bench begins at the 220th. On
the disk RxDB keeps removed documents until its weekly clean-up.`,
  'sync-net': `Tried: up to four items of the outbox are in flight at once, which is what one order of durable writes for
each interview allows; on slow links files are sent one at a time. What remains above the limit is each item's own
trip, and about eleven durable writes for each, four of them RxDB's own notes of what it has replicated.`,
  server: `The difference to the bare server is what it leaves out: checking each body against the wire's schemas,
refusing what is too large, the answer's headers, and the log of each request.`,
}
