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
  rows: count =>
    plural(count, {
      one: 'صف واحد',
      two: 'صفان',
      few: `${numberText(count)} صفوف`,
      many: `${numberText(count)} صفًا`,
      other: `${numberText(count)} صف`,
    }),
  table: 'ما هو الصف',
  interviews: 'الإرسالات',
  labels: 'لغة التسميات',
  newer: count =>
    plural(count, {
      one: 'ورد إرسال جديد.',
      two: 'ورد إرسالان جديدان.',
      few: `وردت ${numberText(count)} إرسالات جديدة.`,
      many: `ورد ${numberText(count)} إرسالًا جديدًا.`,
      other: `ورد ${numberText(count)} إرسال جديد.`,
    }),
  fewer: 'حُذفت بعض الإرسالات.',
  show: 'عرض',
  resize: 'اسحب لتوسيع العمود',
  keys: 'تنقلك الأسهم، ويفتح Enter أو يرتّب. يوسّع Shift مع سهم عمودًا، وينقله Alt مع سهم.',
  none: 'لا توجد إرسالات بعد',
  noMatch: 'لا يوجد إرسال يطابق عوامل التصفية',
  reset: 'إزالة عوامل التصفية',
  cut: 'أكبر من أن يُعرض في الجدول. افتحه.',
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
  rows: 'صفوف أخرى',
  previous: 'الصف السابق',
  next: 'الصف التالي',
  near: 'الصفوف القريبة من هذا المكان',
  onEarth: point => `المكان ${point} على الأرض`,
}

/** The words of the filters. */
export const filters: Words['filters'] = {
  title: 'عوامل التصفية',
  add: 'إضافة عامل تصفية',
  apply: 'تصفية',
  remove: filter => `إزالة عامل التصفية: ${filter}`,
  place: 'قرب مكان',
  column: 'العمود',
  condition: 'الشرط',
  text: 'النص',
  from: 'من',
  until: 'إلى',
  options: 'الإجابات',
  kinds: {
    contains: 'يحتوي على',
    any: 'واحد من',
    between: 'بين',
    given: 'له إجابة',
    empty: 'بلا إجابة',
  },
  contains: (name, text) => `${name}: يحتوي على «${text}»`,
  any: (name, labels) => `${name}: ${labels}`,
  between: (name, from, until) => `${name}: ${from || '…'} – ${until || '…'}`,
  given: name => `${name}: له إجابة`,
  empty: name => `${name}: بلا إجابة`,
}

/** The words of the columns' choice. */
export const layout: Words['layout'] = {
  title: 'الأعمدة',
  all: 'كل الأعمدة',
  keys: 'ينقل Alt مع سهم عمودًا.',
  earlier: column => `تقديم ${column}`,
  later: column => `تأخير ${column}`,
}

/** The words of the views. */
export const views: Words['views'] = {
  title: 'العروض',
  none: 'لم تحفظ أي عرض لهذه الاستمارة بعد.',
  name: 'اسم العرض',
  why: 'يحفظ عوامل التصفية والأعمدة والترتيب المعروضة الآن.',
  save: 'حفظ هذا العرض',
  remove: name => `حذف العرض ${name}`,
}

/** The words of the export. */
export const exports: Words['exports'] = {
  title: 'تصدير',
  what: rows => `ما تُبقيه عوامل التصفية: ${rows}.`,
  format: 'الصيغة',
  formats: {
    xlsx: 'جدول بيانات (XLSX)',
    csv: 'كل الجداول بصيغة CSV في ملف ZIP',
    table: 'هذا الجدول بصيغة CSV',
    jsonl: 'JSON Lines',
    geojson: 'GeoJSON للخرائط',
    media: 'الصور والملفات في ملف ZIP',
  },
  labels: 'التسميات بدل الرموز',
  split: 'عمود لكل خيار في الأسئلة ذات الإجابات المتعددة',
  start: 'إنشاء الملف',
  cancel: 'إلغاء',
  received: size => `${size} حتى الآن`,
  save: size => `حفظ الملف (${size})`,
  done: 'الملف مكتمل. سرّيته كسرّية البيانات.',
}

/** The words of photos. */
export const photos: Words['photos'] = {
  previous: 'الصورة السابقة',
  next: 'الصورة التالية',
  place: (number, total) => `${number} من ${total}`,
}
