/** What was tried for gates that are not met, by bench; shown only while one of them is missed. */
export const tried: Readonly<Record<string, string>> = {
  size: `Tried: requests (axios), toasts and syncing load after the first screen; RxJS and Dexie are taken in builds
that unused parts can be left out of. That took 36 kB from the login and 47 kB from the dashboard. What is left
for the login is the router (32 kB) and RxDB's core, which its shell reaches: it needs a first screen of its own
that loads the app behind it. For the dashboard and the fill screen: React, the router, Dexie and RxDB's core
alone are 177 kB; loading the migration only when something is to be migrated would save 12 kB, the router's
declarative half 17 kB. Of all that the worker keeps, the chart's library is 72 kB.`,
  'form-key': `Growing from 20 to 500 questions is the browser's own layout: the form by hand grows more than the
product does. Of the other products ODK Web Forms comes closest, by processor time per key.`,
  'db-page': `Tried: lists that their index answers are read in one request instead of row by row, which made them
two to three times faster. What remains is the unsealing of each row and RxDB's documents.`,
  'db-cold': `Not tried yet: opening what the first screen reads before the other collections. RxDB makes a
database for each of twelve collections, writes its own marks and hashes each schema before the first row can
be asked for.`,
  'db-bulk': `Tried: 50, 200 and 1,000 rows at once. Fewer are slower (each bit is durable by itself) and hold up
the screen less; 200 it is. The rest is the sealing of each row, and the log that each row carries.`,
  'db-live': `Dexie's live queries answer from memory before the write is durable; the clock here runs until both
is done.`,
  img: `The library looks for the size in ten steps, each from the picture of the step before. Jumping to a
predicted size in a worker of our own would take two or three.`,
  boot: `Most of it is reading the scripts and opening twelve databases; see size and db-cold.`,
  soak: `A heap comparison shows the answers of submitted interviews (about 10 KB for ten answers) still alive as
RxDB documents after they were removed; what holds them was not found yet. On the disk RxDB keeps removed
documents until its weekly clean-up.`,
}
