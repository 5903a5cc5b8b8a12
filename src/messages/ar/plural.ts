import { numberText, pluralOf } from '../locale.ts'

const arabic = pluralOf<Intl.LDMLPluralRule>('ar')

/** What is counted, in the six forms of Arabic. The forms for none, one and two contain the number themselves. */
export interface Counted {
  readonly zero: string
  readonly one: string
  readonly two: string
  /** After 3 to 10. */
  readonly few: string
  /** After 11 to 99. */
  readonly many: string
  /** After 100 and so on; like `many` for most words. */
  readonly other?: string
}

/** A number and what it counts, in Arabic. */
export const counted = (count: number, { zero, one, two, few, many, other }: Counted): string => {
  const number = numberText(count)
  return arabic(count, {
    zero,
    one,
    two,
    few: `${number} ${few}`,
    many: `${number} ${many}`,
    other: `${number} ${other ?? many}`,
  })
}

export const submissions = (count: number): string =>
  counted(count, {
    zero: 'لا استمارات',
    one: 'استمارة واحدة',
    two: 'استمارتان',
    few: 'استمارات',
    many: 'استمارة',
  })

export const points = (count: number): string =>
  counted(count, {
    zero: 'لا نقاط',
    one: 'نقطة واحدة',
    two: 'نقطتان',
    few: 'نقاط',
    many: 'نقطة',
  })

export const surveys = (count: number): string =>
  counted(count, {
    zero: 'لا استبيانات',
    one: 'استبيان واحد',
    two: 'استبيانان',
    few: 'استبيانات',
    many: 'استبيانًا',
    other: 'استبيان',
  })

export const drafts = (count: number): string =>
  counted(count, {
    zero: 'لا استمارات غير مكتملة',
    one: 'استمارة واحدة غير مكتملة',
    two: 'استمارتان غير مكتملتين',
    few: 'استمارات غير مكتملة',
    many: 'استمارة غير مكتملة',
  })

export const interviews = (count: number): string =>
  counted(count, {
    zero: 'لا استمارات',
    one: 'استمارة واحدة',
    two: 'استمارتان',
    few: 'استمارات',
    many: 'استمارة',
  })

export const entries = (count: number): string =>
  counted(count, {
    zero: 'لا عناصر',
    one: 'عنصر واحد',
    two: 'عنصران',
    few: 'عناصر',
    many: 'عنصرًا',
    other: 'عنصر',
  })

export const fileCount = (count: number): string =>
  counted(count, {
    zero: 'لا ملفات',
    one: 'ملف واحد',
    two: 'ملفان',
    few: 'ملفات',
    many: 'ملفًا',
    other: 'ملف',
  })

export const photoCount = (count: number): string =>
  counted(count, {
    zero: 'لا صور',
    one: 'صورة واحدة',
    two: 'صورتان',
    few: 'صور',
    many: 'صورة',
  })

export const days = (count: number): string =>
  counted(count, {
    zero: 'لا أيام',
    one: 'يوم واحد',
    two: 'يومان',
    few: 'أيام',
    many: 'يومًا',
    other: 'يوم',
  })

export const answers = (count: number): string =>
  counted(count, {
    zero: 'لا إجابات',
    one: 'إجابة واحدة',
    two: 'إجابتان',
    few: 'إجابات',
    many: 'إجابة',
  })

export const questions = (count: number): string =>
  counted(count, {
    zero: 'لا أسئلة',
    one: 'سؤال واحد',
    two: 'سؤالان',
    few: 'أسئلة',
    many: 'سؤالًا',
    other: 'سؤال',
  })

export const characters = (count: number): string =>
  counted(count, {
    zero: 'صفر من الأحرف',
    one: 'حرف واحد',
    two: 'حرفين',
    few: 'أحرف',
    many: 'حرفًا',
    other: 'حرف',
  })

export const cases = (count: number): string =>
  counted(count, {
    zero: 'لا حالات',
    one: 'حالة واحدة',
    two: 'حالتان',
    few: 'حالات',
    many: 'حالة',
  })

export const places = (count: number): string =>
  counted(count, {
    zero: 'لا أماكن',
    one: 'مكان واحد',
    two: 'مكانان',
    few: 'أماكن',
    many: 'مكانًا',
    other: 'مكان',
  })
