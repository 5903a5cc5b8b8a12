import type { Words } from '../words.ts'

/** The words of the surveyors. */
export const people: Words['people'] = {
  title: 'الأشخاص',
  person: 'الباحث',
  groups: 'المجموعات',
  state: 'الحالة',
  submissions: 'الإرسالات',
  waiting: 'في الانتظار',
  lastContact: 'آخر اتصال',
  version: 'الإصدار',
  storage: 'المساحة الحرة',
  search: 'البحث عن أشخاص',
  clear: 'مسح البحث',
  none: 'لا يوجد باحثون بعد',
  noMatch: 'لا أحد يطابق البحث',
  active: 'نشط',
  inactive: 'غير نشط',
  firstLogin: 'لم يسجّل الدخول بعد',
  silent: 'بلا اتصال',
  unknown: 'غير معروف',
}
