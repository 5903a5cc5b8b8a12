/** What was tried for missed gates, by bench. It is shown only while one of them is missed. */
export const tried: Readonly<Record<string, string>> = {
  size: `Tried: the login is painted before the router, the calls, the database and the schemas that validate
answers are loaded; requests (axios), toasts, the installed app's screens, and syncing load after the first screen;
migrations, the import of the earlier app and RxDB's leader election load only where they are used; code that is
needed together is in one script, because many small ones compress badly; RxJS and Dexie are taken from builds that
can be tree-shaken, and rxdb-hooks from its source, because for its CommonJS build the bundler wrapped every module of
RxJS (6 kB of the login); the router's half with data and its own history gave way to a history of our own (17 kB of
every screen but the login); sending loads after the fill screen (16 kB), and the inputs of telephones, files, codes,
positions and scales with the forms that have them (11 kB); what reads codes, draws and compresses photos (41 kB) is
stored only with forms that need it. The login has RxJS without the operators that take any kind of source (3 kB), and
only its own words (2 kB). The router's components lose their names for developers, which kept unused ones (1.4 kB of
every screen but the login). That reduced the login from 210 kB to 94, the dashboard from 277 to 231, the fill screen
from 332 to 278, and what the worker keeps from 588 to 516. The lock, repeats within repeats and what an edit keeps
then added up to 25 kB.

Modules that nothing uses are left out of packages (src/slim/replaced.ts): 12 of mingo's 14 updates, its cursor and
pipelines, d3's scales but the linear one, its colours, formats and curves, the chart's motion, axios's XMLHttpRequest and
progress; since the chart's were, the worker keeps 517 instead of 541. What most screens show, once a dozen small scripts,
is in the script of the signed-in app: the dashboard has 17 scripts instead of 26 and 228 kB instead of 233, the worker
keeps 513 instead of 516. The words of notices, what finishes an interrupted submit and what reads the earlier app load
when they are needed, and names of CSS classes are shorter: the dashboard has 220 kB since. What lists load, and rooms of
which one small part leads to another (src/slim/scripts.ts), are one script each: the dashboard has 11 scripts instead of
17, and the worker keeps 88 instead of 100 and 510 kB instead of 517. The rooms of the lock and of backups stay divided,
because a login would load both (79 scripts, 507 kB). Scripts are counted as they are written since, which is 0.1 to 0.7
kB more. The words of the sync and of the bin load when they are said, so that the fill screen has 291 kB instead of 294.
The icons of the login are one script, which took the login from 95.0 kB to 94.6. So are all other icons, and what reads
forms and answers: the fill screen has 11 scripts instead of 20, the dashboard 8 instead of 10, and the worker keeps 80
instead of 90 and 514 kB instead of 516.
The build ends when a package has another version than the one that was read for this.
Tried and reverted: leaving out functions within modules, of React DOM (hydration, view transitions, actions of forms:
16 kB of every screen), Dexie (live queries, cache, hooks, unused searches: 11 kB) and the form library (6 kB). With that all four gates
held (80, 209, 258 and 479 kB), but unit tests run on the whole packages: a write that began to use a method of Dexie
that was left out passed them all and failed in Chromium.

The column 'fixed packages alone' is the floor: one script with what the route takes from the packages that the spec
fixes, as the build leaves them, and no line of ours (bench/harness/floors.ts). Not done: another minifier (terser
makes 1 % less), a hand-drawn chart (30 kB less for the worker), unused methods of RxDB (about 2 kB), and the review
and hold dialogs of the fill screen as a script of their own (0.3 kB less of it, because what they share with the screen
then compresses alone). Tried and reverted: settings, Recovery, the bin, the profile, backups and the lock in one script of
32 kB, because the worker kept only 7 kB less and each of these screens would have loaded all of it.`,
  'form-key': `The growth from 20 to 500 questions is the browser's own layout: the hand-written form grows more than
the product does. Of the other products ODK Web Forms comes closest, by processor time per key.`,
  'form-logic': `Tried: a rule is evaluated again only when something that it reads has changed: four of 457 with each
key here. Rules are functions that equal parts share, a part of the form is notified once for all its fields, and a hidden
question and its number stay in the page. The rest is React rendering two questions, and the browser's new layout of the
screen.`,
  'form-large': `Tried: a part of the form far from the window is not watched, because the browser measured each watched part in
every frame; what is within a part that moves is not looked into; whether a question counts is asked once for its number. A
choice shows its colour and its mark at once, and the progress bar steps, because each movement drew further frames: forty
choices drew 223 frames with the mark's movement and 40 without, and twenty changes that show or hide a group 160 with the
bar's and 31 without. On one machine a change took 23 and 28 ms before the mark and the bar stood still, and 14 and 19 since.
'By hand' is the floor: the HTML of all
questions and one listener, which grows with each question. The rest of the product's growth is the browser's new layout of
the 350 parts behind the change.`,
  'form-who': `Tried: what an answer moves on the screen (see form-large), and rules of the page that depend on a state somewhere
within it, which the browser evaluated after each choice. Questions that an answer shows for the first time come right after
the frame that shows the choice itself: React renders six of them in pieces, where they were part of that frame. Before
and after, in turns, the 95th was 134 and 89 ms, and later that day 163 and 115.
Tried and reverted: parts that come near the window are rendered in pieces too, which halved the long tasks of a scroll
through 500 questions at 6 × throttle, and left the window empty in half of the looks at it.
'By hand' is the floor: the HTML of all questions, one listener and no scores. According to a trace most of the rest of a frame is the browser's style, layout and drawing, and of the
scripts most are React's.`,
  'db-page': `Tried: lists that their index covers are read in one request instead of row by row, which made them
two to three times faster; a single range is read without a transaction of its own, whose end would be one more message to
wait for. 'Sealed' is the floor of a list whose rows are unreadable on the device: the hand-written database with the
product's sealing. According to a profile half of the rest is waiting for IndexedDB and for fifty rows to be unsealed, and a
fifth is assembling the unsealed rows. Until 2026-11-29 each row of this bench, of db-cold and of db-live carried a
second copy of its answers, because its log did not fit it. The rows that wait to be sent still do, as in the product.`,
  'db-cold': `Tried: a database without parts of an earlier version is opened without asking each of twelve
collections whether it needs a migration. According to a profile more than half of the rest is the browser's own,
opening the IndexedDB database of each collection; since then all are tables of one. The remainder is RxDB's and Dexie's, spread thinly. Not done: opening the
collections of the first screen before the others, because every reader of the app needs all twelve to be open.`,
  'db-live': `It depends on the machine's state: two runs of one evening, an hour apart, gave 1.38 and 1.24 × in this tab and 1.27
and 1.13 × in another, with the same code of the list and of the submit. In the morning the code of then had 1.04 and 1.01 ×;
the two were not compared in turns. In a run of this bench alone on 2026-11-28 it had 0.97 and 1.01 ×, and the hand-written
database with the product's sealing took 1.19 and 1.01 times the raw one.`,
  'db-bulk': `Tried, from 6.6 times to 3.2: own interviews are found by their ids, and only for rows without a key, because
each page walked over all stored submissions to find one (a third of the time); a row without edits is stored without its
log; new rows are added without being read first; one request asks whether any of a part's ids is stored. Before: finding
the rows of a page by their keys instead of a walk over all rows in between, and comparing rows without intermediate lists.
Then, on one machine, from 2.8 to 2.0: the base of a log has a fixed name instead of a hash of its content, which took two
hashes for each row; an answer's key is checked once for characters that must be replaced; parts have 500 rows instead of
200. The screen was blocked for 73 to 106 ms, because the browser answered hashes and seals so fast that all slices of a part
ran in one task. Now each slice of fifty begins in a task of its own, and what is left above 50 ms in some rounds is the
collection of garbage alone: by a trace 34 to 61 ms at a time. Until 2026-11-29 ten thousand rows waited on the
heap, which a network never brings at once, and made that longer. Tried and reverted: adding rows to IndexedDB without Dexie,
which was no faster. The ids of this bench ascend. With ids in random order, as a server with UUIDs gives them, each id is
looked up twice, which takes 3.4 times (3.9 with parts of 200). 'Sealed' is the hand-written database with the product's
sealing and nothing else.`,
  img: `Tried: the library searched for the size in ten steps, each from the picture of the step before, and took three
times the minimum. Now it starts near the size that the photo's bytes predict, with two steps left. It draws the photo
once at its full size, which the minimum does not: 'the library, size known' is this floor, one call of the library that
ends after its first picture. The browser's own scaling before the library blocked the screen for
283 ms and was no faster, so it was reverted.
A photo is stored as it was taken before it is made smaller, so that a crash does not lose it. In the app, in turns with the
code before, a photo of 1.7 MB was attached after 0.53 s instead of 0.36 and 0.39, and at 6 × throttle after 1.3 s instead
of 0.90 and 1.0 (medians of five).`,
  boot: `Tried: Intl's formats are created once instead of for each row (a quarter of the processor time), and 12 to 19
scripts are read instead of 59. The first screen's code loads while the session is read and the database opens, and the
sync begins after the first rows. Before, the code waited for the database, React kept a skeleton for the 300 ms that it
keeps every skeleton, and the sync's code ran in between. The list's script no longer brings what sends with it (24 kB).
Before and after, measured one after the other on a calm machine: the dashboard 3.4 and 2.7 s at 6 × throttle, and 337 and
262 ms of processor time; the list 3.4 and 2.6 s, 389 and 240 ms; a survey 3.2 and 2.5 s, 320 and 281 ms. According to a
trace of the list at 6 × a quarter of the main thread's time are our functions and those of libraries, a sixth is receiving
27 files from the worker, a tenth answers of IndexedDB, a tenth style and layout; the new page takes a tenth, as it does in
the least app. The least app of React, RxDB and Dexie, a floor with one collection and one script, takes 1.6 to 2.0 times
the processor time of the least app. The processor time to the least app depends on the machine's state: five runs of one
day gave the dashboard 2.9 to 3.9 and a survey 3.4 to 4.4, with and without these changes.
Since all icons, and what reads forms and answers, are one script each, the list reads 13 scripts instead of 16 and a survey
19 instead of 29. In turns with the code before (seven rounds), the list took 0.90, a survey 0.95 and the dashboard 1.01 of its
processor time.
Chromium reads the app's scripts from the worker's cache without waking the worker since (its static routes). In turns with the
code before (nine rounds), the dashboard took 0.90, a survey 0.84 and the list 1.02 of the processor time, and at 6 × throttle
0.95, 0.97 and 0.99 of the time.
To have all functions of a script compiled ahead, in the background (allFunctionsCalledOnLoad), took 0.87 to 0.94 of the
processor time and 1.03 to 1.11 times as long on two cores, so it was not kept.
Tried and reverted: opening the collections in small tasks blocks less at a time, and the first row of a slow phone came
a second later. Reads that begin at the same moment in one transaction of IndexedDB: 1.06, 0.91 and 0.87 of the processor time
of the dashboard, a survey and the list, and reads no longer end in the order in which they began.`,
  soak: `Found and fixed: RxDB's event streams keep every event in a map that is never emptied (10 KB for ten answers);
the app now follows the writes without them. A heap comparison shows no object and no document of a submitted
interview any more. RxDB keeps a hundred queries and events of each collection, so that the heap grows until all of them
are full. On the disk the removed drafts and answers of submitted interviews stay for a month, so that a tab that was
frozen meanwhile meets a conflict and does not bring them back. 'The same rows, each written once by hand' is the floor:
what is kept, with its indexes and without what was removed, in a database of a site of its own. The browser keeps all databases
of a site in the same files, so that until 2026-11-28, when both were of one site, the copy seemed smaller than it is. An
interview here is 60 kB, 5.0 kB of rows with the submission and what is to be sent of it, and 3.2 kB of rows of its removed
draft and nine removed answers, without indexes. When each draft and answer was also written by hand as it was typed, and
deleted at the end, the copy took 69.0 MB (2026-11-28). Tried: removed rows that are deleted after each interview (69.6 MB
instead of 71.5, one run on a busy machine). Not done, because a tab that was frozen would not learn of their removal.`,
  'sync-net': `Tried: four items of the outbox in flight at once, later as many as the last answer shows that the link
carries, up to twelve, and two uploads on a slow link. On links of 50 to 750 kbps they took 40 submissions from 3.8 to
about 2.2 times the limit and photos from 2.0 to 1.2; on 3,000 kbps neither changed much. Several submissions in one request
would save the rest of the round trips. 'By hand' is the floor: the account, which the device asks for first because it says what
the server offers, then the same calls, as many at once, without a database. On the two slow links nearly all time is the
link's, so that they are not sent by hand any more: on 2026-11-28 that took 1.50 and 1.57 times the limit for submissions, and
1.07 and 1.12 for photos. 'No link' is what the device and the server need by themselves, on the same two cores. Until
2026-11-26 this bench ran the device in Node, with a database in memory, and then the two loads of a link at the same time.
Counted in Chromium, sending 40 submissions took 907 transactions of IndexedDB: the lease was extended for each request,
progress was written and waited for after each, and RxDB noted each change of a submission at once. It took 698 when the
lease was extended once a second, the progress written while the sending goes on, and RxDB's notes of submissions kept for
the end of the run; 351 when its notes of the outbox were too and the list of ready items stayed in memory; 250 when a
transaction took what the tab remembers; and 207 when progress was shown four times a second.
Tried and reverted: requests that begin together share one extension of the lease, which saved ten writes and no time;
outcomes that arrive together are settled in one transaction, also with the next requests sent first, which saved no time
(40 submissions over 3,000 kbps took 2.1 to 2.3 s instead of 1.85).
Since 2026-11-28 answers count as the server compresses them (a fifth), and files leave while the last answers are on
their way.`,
  server: `The difference to the bare server is what that one leaves out, by a profile of the processor: compressing
answers first, then the answers' headers and the log of each request. Checking bodies is less than a hundredth.
Tried: reading an answer's bytes from memory instead of from its stream, small windows for compressing small texts, and
parsing JSON without visiting each value. They took the processor time from 1.39 to 1.19 times the bare server's.`,
}
