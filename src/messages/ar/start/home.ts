import type * as english from '../../start/home.ts'
import { counted, entries } from '../plural.ts'

export const home: typeof english.home = {
  unfinished: 'استمارات غير مكتملة',
  newUnnamed: 'مقابلة جديدة',
  editOf: 'تعديل',
  answers: count =>
    counted(count, {
      zero: 'لا إجابات',
      one: 'إجابة واحدة',
      two: 'إجابتان',
      few: 'إجابات',
      many: 'إجابة',
    }),
  showAll: count => `عرض الكل (${count})`,
  needsYou: 'يحتاج إليك',
  recovery: count => `في الاسترجاع: ${entries(count)}`,
  recoveryHint: 'انظر السبب، وما العمل.',
  waitsLong: count => `بانتظار الإرسال: ${entries(count)}`,
  waitsSince: when => `أقدمها: ${when}`,
  next: 'مقابلة جديدة',
  nextOf: form => `مقابلة جديدة: ${form}`,
}
