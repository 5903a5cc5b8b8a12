import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { canonical } from '../../../collections/operation-log.ts'
import { parseForm } from '../../../replication/wire/forms.ts'
import type { CompiledForm } from '../../../src/form/definition/compiled-form.ts'
import { languageToRead } from '../../../src/interviews/language-to-read.ts'
import { labelsIn } from '../../../src/form/definition/form-languages.ts'
import { shapeForm } from '../../../src/form/definition/form-shape.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { languageName, writtenDirection } from '../../../src/features/fill/header/language-names.ts'
import { languageOf } from '../../../src/features/fill/opening/opened.ts'
import { setLocale } from '../../../src/messages/locale.ts'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { createFillDevice, newInterview } from './fixtures.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

/** Forms in several languages: how they are written, read, and shown. */

const words = (more: object) => JSON.stringify(more)

describe('the wire', () => {
  const parsed = (field: object, section: object = {}) =>
    parseForm({ id: 'f', sections: [{ id: 's', ...section, fields: [{ id: 'q', ...field }] }] })
      ?.sections[0]

  it('accepts translations in addition to a text or in place of it', () => {
    expect(parsed({ label: 'Age', labels: { hi: 'आयु' } })?.fields[0]).toMatchObject({
      label: 'Age',
      labels: { hi: 'आयु' },
    })
    expect(parsed({ label: { en: 'Age', hi: 'आयु' } })?.fields[0]).toMatchObject({
      label: 'Age',
      labels: { en: 'Age', hi: 'आयु' },
    })
    expect(
      parsed(
        {
          type: 'RADIO',
          help_text: { en: 'Years', hi: 'वर्ष' },
          valid_if: true,
          valid_message: { en: 'No', hi: 'नहीं' },
          options: [{ value: 'y', label: { en: 'Yes', hi: 'हाँ' } }],
        },
        { names: { hi: 'घर' }, repeat: { label: { en: 'Member', hi: 'सदस्य' } } },
      ),
    ).toMatchObject({
      names: { hi: 'घर' },
      repeat: { label: 'Member', labels: { en: 'Member', hi: 'सदस्य' } },
      fields: [
        {
          help_text: 'Years',
          help_texts: { en: 'Years', hi: 'वर्ष' },
          valid_message: 'No',
          valid_messages: { en: 'No', hi: 'नहीं' },
          options: [{ value: 'y', label: 'Yes', labels: { en: 'Yes', hi: 'हाँ' } }],
        },
      ],
    })
  })

  it('is the same after a server has parsed and returned it', () => {
    const raw = {
      id: 'f',
      title: 'F',
      sections: [
        {
          id: 's',
          name: { en: 'S', ar: 'س' },
          repeat: { min: 2, max: 4, label: 'M', visible_if: { var: 'a' } },
          fields: [
            {
              id: 'a',
              type: 'SELECT',
              label: { en: 'A', ar: 'أ' },
              choice_filter: { var: 'option.x' },
              options: [{ value: 'o', label: { en: 'O', ar: 'و' }, x: '1' }],
            },
          ],
        },
      ],
    }
    const once = parseForm(raw)
    expect(canonical(parseForm(JSON.parse(JSON.stringify(once))))).toBe(canonical(once))
  })

  it('leaves out what is no text, and adds nothing to a form of one language', () => {
    expect(
      parsed({ label: 'A', labels: { en: 7, hi: null, '': 'x', fr: ' ' } })?.fields[0],
    ).toEqual({ ...parsed({ label: 'A' })?.fields[0], labels: { en: '7' } })
    expect(parsed({ label: 'A', labels: 'x' })).toEqual(parsed({ label: 'A' }))
    expect(parsed({}, { repeat: 'often' })).toEqual(parsed({}))
    expect(parsed({}, { repeat: { min: 'x', max: -3 } })?.repeat).toEqual({
      min: 0,
      max: 200,
      label: '',
    })
    expect(parsed({}, { repeat: true })?.repeat).toEqual({ min: 0, max: 200, label: '' })
  })
})

describe('the languages of a form', () => {
  const languages = (...labels: readonly [string, object?][]) =>
    compile(
      labels.map(([label, map], n) =>
        question(`q${n}`, {
          label,
          ...(map === undefined ? {} : { logic: words({ labels: map }) }),
        }),
      ),
    ).template.languages

  it('are those of its texts, and one of them may be the main one', () => {
    expect(languages(['Age'])).toEqual({ tags: [], own: '' })
    expect(languages(['Age', { en: 'Age', hi: 'आयु' }], ['Name'])).toEqual({
      tags: ['en', 'hi'],
      own: 'en',
    })
    expect(languages(['Age', { hi: 'आयु' }])).toEqual({ tags: ['hi'], own: '' })
    expect(languages(['Age', { en: 'Age' }], ['Name', { en: 'Full name', hi: 'नाम' }])).toEqual({
      tags: ['en', 'hi'],
      own: '',
    })
  })

  it('have names of their own', () => {
    expect(languageName('ar')).toEqual({ name: 'العربية', tag: 'ar' })
    expect(languageName('hi')).toMatchObject({ name: 'हिन्दी' })
    expect(languageName('Hindi')).toEqual({ name: 'Hindi', tag: undefined })
    expect(languageName('')).toEqual({ name: '', tag: undefined })
  })

  it('have the direction of the script that they are written in', () => {
    const labels = (ku: string) =>
      labelsIn(
        compile([
          question('name', { label: 'Name', logic: words({ labels: { ku } }) }),
          question('note', { label: 'WHO' }),
        ]).template,
        'ku',
      )
    expect(writtenDirection(labels('ناوت چییە؟'))).toBe('rtl')
    expect(writtenDirection(labels('Navê te çi ye?'))).toBe('ltr')
    expect(writtenDirection(['שם', 'ߞߊ߲', 'ދިވެހި'])).toBe('rtl')
    expect(writtenDirection(['1.', '…'])).toBe('auto')
    expect(writtenDirection([])).toBe('auto')
  })
})

describe('a form in another language', () => {
  let device: Awaited<ReturnType<typeof createFillDevice>>
  let interview: Interview

  const form = (): CompiledForm =>
    compile([
      question('age', {
        type: 'NUMBER',
        label: 'Age',
        section_name: 'Home',
        logic: words({
          labels: { hi: 'आयु' },
          section_names: { hi: 'घर' },
          valid_if: { '<': [{ var: 'age' }, 120] },
          valid_message: 'Too old',
          valid_messages: { hi: 'बहुत अधिक' },
        }),
      }),
      question('work', {
        type: 'RADIO',
        label: 'Work',
        options: words([
          { value: 'y', label: 'Yes', labels: { hi: 'हाँ' } },
          { value: 'n', label: 'No', more: { x: '1' } },
        ]),
        logic: words({ choice_filter: { '!=': [{ var: 'option.x' }, '1'] } }),
      }),
    ])

  beforeEach(async () => {
    device = await createFillDevice()
    interview = newInterview(device, form())
  })
  afterEach(async () => {
    await interview.close()
    await device.db.close()
  })
  const field = (id: string) => fieldOf(interview.form, id)

  it('shows everything translated in it, and keeps the answers', () => {
    interview.edit(field('age'), '130')
    interview.problems.revealAll()
    interview.setLanguage('hi')
    expect(field('age').label).toBe('आयु')
    expect(field('work').label).toBe('Work')
    expect(interview.form.sections.map(({ name }) => name)).toEqual(['घर'])
    expect(interview.answers.get(field('age'))).toBe('130')
    expect(interview.problems.errors.get('age')).toEqual({ kind: 'notValid', message: 'बहुत अधिक' })
    expect(interview.logic.options(field('work'))).toMatchObject([{ value: 'y', label: 'हाँ' }])
    interview.edit(field('age'), '30')
    expect(interview.problems.errors.get('age')).toBeNull()
    interview.setLanguage('')
    expect(field('age').label).toBe('Age')
  })

  it('does not change the interview', () => {
    interview.setLanguage('hi')
    expect(interview.isDirty()).toBe(false)
    expect(interview.writer.draft()).toBeNull()
  })

  it('is the same form, object by object, after switching back', () => {
    const { template, fields } = form()
    expect(shapeForm(template, new Map(), 'hi').fields[0]).not.toBe(fields[0])
    expect(shapeForm(template, new Map(), '').fields).toEqual(fields)
    expect(shapeForm(template, new Map(), '').fields[0]).toBe(fields[0])
  })
})

describe('the first language of a form', () => {
  const screensIn = (tag: string) => {
    onTestFinished(() => setLocale(undefined))
    setLocale(tag)
  }

  it('is that of the screens if the form has it, otherwise that of its plain texts', () => {
    screensIn('ar-EG')
    expect(languageToRead(undefined, { tags: ['en', 'fr', 'ar'] })).toBe('ar')
    expect(languageToRead(undefined, { tags: ['en', 'ar-SD'] })).toBe('ar-SD')
    expect(languageToRead(undefined, { tags: ['en', 'Arabic', 'arz'] })).toBe('')
    expect(languageToRead(undefined, { tags: [] })).toBe('')
  })

  it('is the one that the surveyor chose for the form', async () => {
    screensIn('hi')
    const { db } = await createFillDevice()
    onTestFinished(() => void db.close())
    const logic = words({ labels: { en: 'Age', hi: 'आयु' } })
    const form = compile([question('age', { label: 'Age', logic })])
    expect(await languageOf(db, form)).toBe('hi')
    await writeSetting(db, 'formLanguages', { [form.id]: '' })
    expect(await languageOf(db, form)).toBe('')
  })
})
