import type * as english from '../../submissions/submission.ts'
import { numberText } from '../../locale.ts'
import { counted, fileCount } from '../plural.ts'

export const submission: typeof english.submission = {
  title: 'استمارة',
  loading: 'جارٍ تحميل الاستمارة',
  location: 'الموقع',
  accuracy: metres => `بدقة ${metres} م`,
  locatedHours: count => {
    const after = {
      zero: 'أقل من ساعة',
      one: 'ساعة',
      two: 'ساعتين',
      few: 'ساعات',
      many: 'ساعة',
    }
    return `حُدّد الموقع بعد أول إجابة بمقدار ${counted(count, after)}`
  },
  locatedDays: count => {
    const after = {
      zero: 'أقل من يوم',
      one: 'يوم',
      two: 'يومين',
      few: 'أيام',
      many: 'يومًا',
      other: 'يوم',
    }
    return `حُدّد الموقع بعد أول إجابة بمقدار ${counted(count, after)}`
  },
  showMap: 'عرض على خريطة',
  hideMap: 'إخفاء الخريطة',
  map: 'خريطة بأماكن هذه الاستمارة؛ وفي القائمة تحتها الأماكن نفسها',
  madeAt: 'مكان تعبئة هذه الاستمارة',
  dateTime: 'التاريخ والوقت',
  status: 'الحالة',
  filesPending: count => `بانتظار الإرسال: ${fileCount(count)}`,
  notProvided: 'لم يُذكر',
  otherAnswers: 'إجابات أخرى',
  workedOut: 'ما حسبه النموذج',
  untitledSection: 'الإجابات',
  edit: 'تعديل',
  duplicate: 'نسخة جديدة',
  delete: 'حذف',
  deleting: 'جارٍ الحذف...',
  cannotView: 'تعذّر عرض الاستمارة',
  notFound: 'الاستمارة غير موجودة',
  notFoundMessage: 'ربما حُذفت هذه الاستمارة أو أن النموذج غير متاح دون اتصال.',
  notFoundLocally: id => `الاستمارة ${id} غير موجودة على هذا الجهاز.`,
  invalid: 'بيانات الاستمارة غير صالحة.',
  noStructure: 'تعذّر تحميل بنية النموذج.',
  failed: 'تعذّر تحميل بيانات الاستمارة.',
  tryAgain: 'إعادة المحاولة',
  goBack: 'رجوع',
}

export const copies: typeof english.copies = {
  title: count =>
    `على الخادم أيضًا: ${counted(count, {
      zero: 'بلا نسخ أخرى',
      one: 'نسخة أخرى منها',
      two: 'نسختان أخريان منها',
      few: 'نسخ أخرى منها',
      many: 'نسخة أخرى منها',
    })}`,
  offlineHint: 'اتصل بالإنترنت لحذف ما تكرر منها.',
  remove: (count): string =>
    count === 1 ? 'حذف النسخة' : count === 2 ? 'حذف النسختين' : 'حذف النسخ',
  removing: 'جارٍ الحذف...',
  removed: (count): string =>
    count === 1 ? 'حُذفت النسخة.' : count === 2 ? 'حُذفت النسختان.' : 'حُذفت النسخ.',
  failed: 'لم ينجح ذلك. ما زالت النسخة على الخادم.',
}

export const files: typeof english.files = {
  more: count => `+${numberText(count)}`,
  viewAll: count => `${fileCount(count)} • المس لعرض الكل`,
  view: name => `عرض ${name}`,
  open: 'فتح الملف',
  gone: 'لم يعد هذا الملف على هذا الجهاز.',
  unreachable: name => `تعذّر تحميل ${name} الآن.`,
  notShown: name => `${name} صورة لا يستطيع هذا المتصفح عرضها.`,
  loading: 'جارٍ تحميل الملف',
  viewer: 'الملفات',
  previous: 'السابق',
  next: 'التالي',
  position: (at, of) => `${numberText(at)} من ${numberText(of)}`,
  show: name => `إظهار ${name}`,
}

export const timeline: typeof english.timeline = {
  title: 'السجل',
  saved: 'حُفظت على هذا الجهاز',
  arrived: 'تسلّمها الخادم',
  synced: 'تمت مزامنتها مع جميع ملفاتها',
  tried: (why, times) =>
    `${counted(times, {
      zero: 'بلا محاولات',
      one: 'محاولة واحدة',
      two: 'محاولتان',
      few: 'محاولات',
      many: 'محاولة',
    })}: ${why}`,
  fileSent: names => `أُرسل: ${names}`,
  fileWaiting: name => `بانتظار الإرسال: ${name}`,
  edited: 'عُدّلت',
  deleted: 'حُذفت على هذا الجهاز',
  recovered: why => (why === '' ? 'نُقلت إلى الاسترجاع' : `نُقلت إلى الاسترجاع: ${why}`),
}
