import type { Words } from '../words.ts'

/** The words of the forms. */
export const forms: Words['forms'] = {
  title: 'الاستمارات',
  form: 'الاستمارة',
  state: 'الحالة',
  versions: 'الإصدارات',
  assigned: 'الباحثون',
  submissions: 'الإرسالات',
  lastReceived: 'آخر وارد',
  updated: 'تاريخ التغيير',
  none: 'لا توجد استمارات بعد',
  published: 'منشورة',
  draft: 'غير منشورة',
  removed: 'مسحوبة',
}
