/**
 * Why a gate may be missed, by bench: what its floor is, and where the rest goes. It is shown only while one of the gates is
 * missed. What was tried and reverted is in docs/decisions/0020-speed.md.
 */
export const tried: Readonly<Record<string, string>> = {
  size: `'Fixed packages alone' is the floor: one script with what the route takes from the packages that the spec fixes, and no
line of ours (bench/harness/floors.ts). Packages ship as their authors made them.`,
  'form-key': `The growth from 20 to 500 questions is the browser's own layout: the hand-written form grows more than
the product does.`,
  'form-logic': `A rule is evaluated again only when something that it reads has changed. The rest is React rendering two
questions, and the browser's new layout of the screen.`,
  'form-large': `'By hand' is the floor: the HTML of all questions and one listener, which grows with each question. The rest of
the product's growth is the browser's new layout of the 350 parts behind the change.`,
  'form-who': `'By hand' is the floor: the HTML of all questions, one listener and no scores. Most of the rest of a frame is the
browser's style, layout and drawing, and of the scripts most are React's.`,
  'db-page': `'Sealed' is the floor of a list whose rows are unreadable on the device: the hand-written database with the
product's sealing. Half of the rest is waiting for IndexedDB and for fifty rows to be unsealed.`,
  'db-cold': `All collections are tables of one IndexedDB database. The rest is RxDB's and Dexie's, spread thinly.`,
  'db-live': `It depends on the machine's state: runs of one evening, an hour apart, gave 1.38 and 1.24 × with the same code.`,
  'db-bulk': `What is left of tasks above 50 ms is the collection of garbage. With ids in random order each id is looked up
twice. 'Sealed' is the hand-written database with the product's sealing and nothing else.`,
  img: `'The library, size known' is the floor: one call of the library that ends after its first picture. A photo is stored as
it was taken before it is made smaller, so that a crash does not lose it.`,
  boot: `The least app of React, RxDB and Dexie, with one collection and one script, takes 1.6 to 2.0 times the processor time of
the least app, and that ratio depends on the machine's state.`,
  soak: `'The same rows, each written once by hand' is the floor: what is kept, with its indexes. RxDB keeps a hundred queries and
events of each collection, so that the heap grows until all of them are full. Removed rows stay for a month, so that a tab
that was frozen meanwhile does not bring them back.`,
  'sync-net': `'By hand' is the floor: the account, which the device asks for first because it says what the server offers, then the
same calls, as many at once, without a database. 'No link' is what the device and the server need by themselves, on the same
two cores.`,
  server: `The bare server neither compresses answers nor logs requests, which is most of the difference.`,
}
