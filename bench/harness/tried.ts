/** What was tried for gates that are not met, by bench; shown only while one of them is missed. */
export const tried: Readonly<Record<string, string>> = {
  size: `Tried: the login is painted before the router, the calls, the database and the schemas that check what
comes are loaded; requests (axios), toasts, what an installed app shows, and syncing load after the first screen;
RxJS and Dexie are taken in builds that unused parts can be left out of. That took the login from 210 kB to
110. What is left for it: React is 69 kB, RxJS 9, and 32 the screen, its words, the languages, the session and its keys. For the
dashboard and the fill screen React, the router, Dexie, RxDB's core and its queries alone are 210 kB; loading the
migration only when something is to be migrated would save 8 kB, the router's declarative half 17 kB. Of all that
the worker keeps, the chart's library is 72 kB; its place would be taken by 2 kB drawn by hand.`,
  'form-key': `Growing from 20 to 500 questions is the browser's own layout: the form by hand grows more than the
product does. Of the other products ODK Web Forms comes closest, by processor time per key.`,
  'db-page': `Tried: lists that their index answers are read in one request instead of row by row, which made them
two to three times faster. What remains is the unsealing of each row and RxDB's documents.`,
  'db-cold': `Not done: opening what the first screen reads before the other collections. RxDB makes a database for
each of twelve collections, writes its own marks and hashes each schema before the first row can be asked for;
every reader of the app takes all twelve to be open, and would have to wait for its own.`,
  'db-bulk': `Tried: 50, 200 and 1,000 rows at once. Fewer are slower (each bit is durable by itself) and hold up
the screen less; 200 it is. The rest is the sealing of each row, and the log that each row carries.`,
  'db-live': `Dexie's live queries answer from memory before the write is durable; the clock here runs until both
is done.`,
  img: `The library looks for the size in ten steps, each from the picture of the step before. Jumping to a
predicted size in a worker of our own would take two or three.`,
  boot: `Most of it is reading the scripts and opening twelve databases; see size and db-cold.`,
  soak: `Found and mended: RxDB's streams of events keep every event in a map that is never emptied (10 KB for
ten answers); the app follows the writes without them now. A heap comparison shows no object and no document of a
submitted interview any more. Of what is still added, most comes with the first hundred; it was not traced yet. On
the disk RxDB keeps removed documents until its weekly clean-up.`,
  'sync-net': `The outbox is worked off one item at a time, by design: that no interview is sent twice is held by
one order of writes, and was not given up for this gate. Four at once for answers would come near the limit
(1.2 to 3.2 times it, measured beforehand with plain requests). On slow links files are sent one at a time.`,
  server: `The difference to the bare server is what it leaves out: checking each body against the wire's schemas,
refusing what is too large, the answer's headers, and the log of each request.`,
}
