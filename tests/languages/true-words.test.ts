import { describe, expect, test } from 'vitest'
import * as arabic from '../../src/messages/ar/arabic.ts'
import * as english from '../../src/messages/english.ts'
import * as french from '../../src/messages/fr/french.ts'
import type { Language } from '../../src/messages/languages.ts'
import { fieldTypes } from '../../replication/wire/field-types.ts'
import { textsIn } from './texts.ts'

/** Sentences that are true only under a condition, in every language. */

const languages = { en: english, fr: french, ar: arabic } satisfies Record<Language, unknown>

const promise =
  /automatic|network is back|tou(?:t|te|tes|s) seule?s?\b|automatiquement|retour du réseau|تلقائيًا|من تلقاء|عودة الشبكة/

/** Sentences that name Auto Sync, are shown only while it is on, or are not about unsent work. */
const mayPromise: ReadonlySet<string> = new Set([
  '.fill.fill.notices',
  '.fill.fill.trouble',
  '.info.faq.0.answer',
  '.installed.updated.toast',
  '.ready.ready.clockBad',
  '.recovery.advice.exhausted',
  '.settings.confirmations.enableAutoSync.message',
  '.sync.sync.offlineHint',
])

describe.each(Object.entries(languages))('%s', (_, words) => {
  test('promises automatic sending only where Auto Sync is on', () => {
    const promising = textsIn(words).filter(([, text]) => promise.test(text))
    expect(promising.filter(([path]) => !mayPromise.has(path))).toEqual([])
  })

  test('does not call a login with a temporary password the first, because it may follow a reset', () => {
    expect(words.passwords.setPassword.subtitle).not.toMatch(/first|première|premier|أول/)
  })

  test('does not call all interviews of a backup unfinished', () => {
    expect(words.backup.backup.contents(4)).not.toMatch(/unfinished|inachev|غير مكتملة/)
  })

  test('does not say that Auto Sync holds back what is submitted with a network', () => {
    const { sync, settings } = words
    const texts = [sync.sync.autoSyncOff, settings.confirmations.disableAutoSync.message]
    for (const text of texts) expect(text).not.toMatch(/nothing|rien ne|لا يُرسَل شيء/i)
  })

  test('does not say that all is sent where only submissions are counted', () => {
    const { submissions } = words
    expect(submissions.submissions.deletionsWait(2)).not.toMatch(/nothing else|rien d|لا شيء/i)
  })

  test('does not say that all in Recovery was refused, because some of it comes from a backup', () => {
    const { home, sync, routes } = words
    const texts = [
      home.home.recovery(2),
      sync.sync.recoveryHint,
      routes.routeWords.recovery.description,
    ]
    for (const text of texts)
      expect(text).toMatch(/in Recovery|not sent|dans Récup|(non|été) envoyé|في الاسترجاع|لم يُرسَل/)
  })

  test('does not say that work in Recovery is nowhere else, because a backup or the server may have it', () => {
    expect(words.recovery.recovery.deleteMessage).toMatch(/may exist|peut-être|قد لا/)
  })

  test('does not contradict a quoted text that stands next to it', () => {
    const { app, bin, fill, settings, submissions } = words
    // 'This action cannot be undone.'
    expect(submissions.deletion.kept).toContain(bin.bin.undo)
    // 'You have unsaved changes.'
    expect(fill.fill.draftKept).toMatch(/^Draft|^Brouillon|^المسودة/)
    expect(app.leaving.kept).toMatch(/not submitted|pas envoyées|لم تُرسَل/)
    // 'All offline and unsynced data will be permanently lost.'
    expect(settings.unsentWords.none).not.toMatch(/lost|perdu|يضيع/)
    // 'Submissions for this project will appear here.', under 'All Submissions'
    const { noneOfAll, nonePendingOfAll } = submissions.submissions
    for (const text of [noneOfAll, nonePendingOfAll])
      expect(text).not.toMatch(/project|survey|projet|enquête|مشروع|استبيان/)
  })

  test('calls what is filled in a submission, except where the next one is begun', () => {
    const begins = ['.home.home.newUnnamed', '.home.home.next', '.home.home.nextOf']
    const interviews = textsIn(words).filter(([, text]) => /interview|entretien|مقابل/i.test(text))
    expect(interviews.map(([path]) => path)).toEqual(begins)
  })

  test('does not count the kinds of questions, which are more than twelve', () => {
    const { about } = words.info
    expect(fieldTypes.length).toBeGreaterThan(12)
    expect(about.capabilities[0]?.text).not.toMatch(/twelve|douze|اثنا عشر/i)
    expect(about.scale).not.toMatch(/sent twice|deux fois|مرتين/)
  })
})
