import { numberText, pluralOf } from '../../../messages/locale.ts'
import type { Words } from '../words.ts'

const plural = pluralOf<'one' | 'two' | 'few' | 'many' | 'other'>('ar')

/** The words of the table of submissions. */
export const data: Words['data'] = {
  search: 'البحث في الإجابات',
  clear: 'مسح البحث',
  surveyor: 'الباحث',
  everyone: 'كل الباحثين',
  from: 'وردت ابتداءً من',
  until: 'وردت حتى',
  received: 'وردت',
  count: count =>
    plural(count, {
      one: 'إرسال واحد',
      two: 'إرسالان',
      few: `${numberText(count)} إرسالات`,
      many: `${numberText(count)} إرسالًا`,
      other: `${numberText(count)} إرسال`,
    }),
  page: (page, pages) => `الصفحة ${page} من ${pages}`,
  previous: 'الصفحة السابقة',
  next: 'الصفحة التالية',
  none: 'لا توجد إرسالات بعد',
  noMatch: 'لا يوجد إرسال يطابق عوامل التصفية',
  reset: 'إزالة عوامل التصفية',
  open: 'فتح',
  cut: 'بعض إجابات هذه الصفحة أكبر من أن تُعرض مع غيرها. انتقل إلى الصفحة التالية لرؤية البقية.',
}

/** The words of one submission. */
export const detail: Words['detail'] = {
  title: 'إرسال',
  created: 'أُجري',
  started: 'بدأ',
  received: 'ورد',
  updated: 'تغيّر',
  duration: 'المدة بالدقائق',
  version: 'إصدار الاستمارة',
  place: 'المكان',
  accuracy: 'الدقة بالأمتار',
  hints: 'ملاحظات',
  files: 'الملفات',
  answers: 'الإجابات',
  none: 'لا توجد إجابات.',
  occurrence: number => `رقم ${number}`,
}
