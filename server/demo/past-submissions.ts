import { createHash } from 'node:crypto'
import type { StoredAnswer } from '../store/submissions.ts'
import { householdForms } from './cases/household-forms.ts'
import { demoFieldId, optionValue, type DemoField, type DemoForm } from './form-builder.ts'
import { demoForms } from './forms.ts'
import { places, type DemoPlace } from './names.ts'
import { createRandom, type Random } from './random.ts'

/** A submission that the demo surveyor made in the past. */
export interface PastSubmission {
  readonly id: string
  readonly formId: string
  readonly createdAt: string
  readonly place: DemoPlace
  readonly latitude: number
  readonly longitude: number
  readonly answers: readonly StoredAnswer[]
  readonly photos: readonly PastPhoto[]
}

/** A photo that was uploaded with it, one of the drawn pictures. */
interface PastPhoto {
  readonly id: string
  readonly fieldId: string
  readonly picture: number
}

/** How many different pictures the photos show. */
export const pictureCount = 6

const dayMs = 24 * 3_600_000
const days = 120

/** The number in the demo. Tests that need no history use fewer. */
export const demoPastTotal = 120
const seed = 2026

/** A UUID from a text, so that the same seed makes the same rows. */
const idFrom = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const dateText = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10)

/** One plausible answer, or null for a field left empty. */
const answerTo = (
  field: DemoField,
  random: Random,
  timeMs: number,
  place: DemoPlace,
): string | null => {
  const { samples, range, options = [], required } = field.more
  if (required !== true && random.chance(0.15)) return null
  if (field.name === 'village') return optionValue(place.village)
  switch (field.type) {
    case 'NUMBER':
      return String(random.whole(range?.[0] ?? 0, range?.[1] ?? 10))
    case 'DATE': {
      const isPast = /birth|repair|received/.test(field.name)
      return dateText(timeMs - (isPast ? random.whole(10, 900) * dayMs : 0))
    }
    case 'RADIO':
    case 'SELECT':
      return samples === undefined ? optionValue(random.pick(options)) : random.pick(samples)
    case 'CHECKBOX': {
      const chosen = options.filter(() => random.chance(0.35)).map(optionValue)
      if (chosen.length === 0) chosen.push(optionValue(random.pick(options)))
      // 'None of these' is never chosen together with another option.
      const none = chosen.find(value => isNone(value))
      const others = chosen.filter(value => value !== none)
      return JSON.stringify(others.length > 0 ? others : chosen)
    }
    case 'FILE':
    case 'IMAGE':
      return null
    default:
      return samples === undefined ? null : random.pick(samples)
  }
}

const isNone = (value: string): boolean => /^(none|names-none|had-none)/.test(value)

const monthMs = 30.44 * dayMs

/** Makes a child's date of birth agree with the answered age in months. */
const withAgreeingBirth = (
  form: DemoForm,
  timeMs: number,
  answers: readonly StoredAnswer[],
): readonly StoredAnswer[] => {
  const months = answers.find(
    ({ form_field_id }) => form_field_id === demoFieldId(form.id, 'age_months'),
  )
  if (months === undefined) return answers
  const bornMs = timeMs - (Number(months.value) + 0.5) * monthMs
  return answers.map(answer =>
    answer.form_field_id === demoFieldId(form.id, 'birth_date')
      ? { ...answer, value: dateText(bornMs) }
      : answer,
  )
}

const answersTo = (
  form: DemoForm,
  random: Random,
  timeMs: number,
  place: DemoPlace,
): readonly StoredAnswer[] =>
  withAgreeingBirth(
    form,
    timeMs,
    form.sections
      .flatMap(section => section.fields)
      .flatMap(field => {
        const value = answerTo(field, random, timeMs, place)
        return value === null
          ? []
          : [
              {
                form_field_id: demoFieldId(form.id, field.name),
                occurrence: 0,
                value,
                is_list: field.type === 'CHECKBOX',
              },
            ]
      }),
  )

const photosOf = (form: DemoForm, random: Random, submissionId: string): readonly PastPhoto[] =>
  form.sections
    .flatMap(section => section.fields)
    .filter(field => field.type === 'IMAGE' && random.chance(0.6))
    .flatMap(field => {
      const count = field.more.multiple === false ? 1 : random.whole(1, 4)
      const first = random.whole(0, pictureCount - 1)
      return Array.from({ length: count }, (_, index) => ({
        id: idFrom(`${submissionId} ${field.name} ${index}`),
        fieldId: demoFieldId(form.id, field.name),
        picture: (first + index) % pictureCount,
      }))
    })

/** A time on a working day within the last months, more often recent; never after now. */
const pastTime = (random: Random, nowMs: number): number => {
  const daysAgo = Math.floor(days * random.next() ** 1.4)
  const midnight = Math.floor(nowMs / dayMs) * dayMs - daysAgo * dayMs
  const weekday = new Date(midnight).getUTCDay()
  const workday = weekday === 0 ? midnight - 2 * dayMs : midnight
  const timeMs = workday + random.whole(3 * 60, 12 * 60) * 60_000 + random.whole(0, 59_999)
  return timeMs < nowMs ? timeMs : timeMs - dayMs
}

/** About four months of field work before `nowMs`, oldest first. The same day gives the same result. */
export const pastSubmissions = (
  nowMs: number,
  total = demoPastTotal,
): readonly PastSubmission[] => {
  const random = createRandom(seed)
  // Without the forms of cases, because the past is written without their operations.
  const published = demoForms.filter(
    form => form.status === 'published' && !householdForms.includes(form),
  )
  const times = Array.from({ length: total }, () => pastTime(random, nowMs)).sort((a, b) => a - b)
  return times.map((timeMs, index) => {
    const form = random.pick(published)
    const place = random.pick(places)
    const id = idFrom(`${seed} ${index}`)
    return {
      id,
      formId: form.id,
      createdAt: new Date(timeMs).toISOString(),
      place,
      latitude: Number((place.latitude + (random.next() - 0.5) / 50).toFixed(6)),
      longitude: Number((place.longitude + (random.next() - 0.5) / 50).toFixed(6)),
      answers: answersTo(form, random, timeMs, place),
      photos: photosOf(form, random, id),
    }
  })
}
