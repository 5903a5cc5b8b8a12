/**
 * Why a gate may be missed, by bench, in one sentence: what its floor is, or where the rest goes. It is shown only while one of
 * the gates is missed. What was tried and reverted is in docs/decisions/0020-speed.md.
 */
export const tried: Readonly<Record<string, string>> = {
  'form-key': `The growth from 20 to 500 questions is the browser's own layout, of which the hand-written form has more.`,
  'form-logic': `The rest is React rendering two questions, and the browser's new layout of the screen.`,
  'form-large': `'By hand' is the HTML of all questions and one listener, which grows with each question.`,
  'form-who': `'By hand' is the HTML of all questions, one listener and no scores.`,
  'db-page': `'Sealed' is the hand-written database with the product's sealing.`,
  'db-cold': `The rest is RxDB's and Dexie's, spread thinly.`,
  'db-live': `It depends on the machine's state: the same code gave 1.38 and 1.24 × an hour apart.`,
  'db-bulk': `What is left of tasks above 50 ms is the collection of garbage.`,
  img: `A photo is stored as it was taken before it is made smaller, so that a crash does not lose it.`,
  boot: `The least app of React, RxDB and Dexie takes 1.6 to 2.0 times the processor time of the least app.`,
  soak: `Removed rows stay for a month, so that a tab that was frozen meanwhile does not bring them back.`,
  'sync-net': `'By hand' is the account and the same calls, as many at once, without a database.`,
  server: `The bare server neither compresses answers nor logs requests.`,
}
