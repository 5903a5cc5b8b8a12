import { config } from '../../../config.ts'
import type * as english from '../../app/installed.ts'

export const install: typeof english.install = {
  title: `تثبيت ${config.appName}`,
  message: 'يفتح أسرع، ويحفظ بياناتك بأمان أكبر.',
  now: 'تثبيت',
  how: 'كيف؟',
  notNow: 'ليس الآن',
  sheetTitle: `تثبيت ${config.appName}`,
  sheetIntro: 'على iPhone وiPad تضيف التطبيق بنفسك. يكفي لذلك ثلاث لمسات:',
  steps: {
    share: 'المس زر المشاركة في شريط المتصفح.',
    add: 'اختر «إضافة إلى الشاشة الرئيسية».',
    confirm: 'المس «إضافة»، ثم افتح التطبيق من الشاشة الرئيسية.',
  },
  sheetWhy: 'من دون ذلك قد يحذف هذا الجهاز بيانات محفوظة لم تُستخدم منذ أسبوع.',
  sheetSync:
    'زامن أولًا: للتطبيق المثبَّت تخزين خاص به، فهو يطلب منك تسجيل الدخول ولا يعرض ما هو محفوظ في هذا المتصفح.',
  done: 'فهمت',
}

export const update: typeof english.update = {
  title: 'يتوفر تحديث للتطبيق',
  message: 'يستغرق بضع ثوانٍ. كل ما أدخلته يبقى محفوظًا.',
  now: 'التحديث الآن',
  later: 'لاحقًا',
  waiting: {
    form: 'يُحدَّث عند إرسال هذا الاستبيان أو إغلاقه.',
    sync: 'يُحدَّث عند انتهاء المزامنة.',
    tab: 'يُحدَّث عند إرسال الاستبيان في علامة التبويب الأخرى أو إغلاقه.',
  },
  updating: 'جارٍ التحديث...',
  outdatedTitle: 'تم تحديث التطبيق',
  outdatedMessage: 'ما زالت علامة التبويب هذه تعرض الإصدار السابق. كل ما أدخلته محفوظ.',
  reload: 'إعادة التحميل',
}

export const updated: typeof english.updated = {
  toast: version => `تم تحديث التطبيق إلى الإصدار ${version}! ومُسحت الذاكرة المؤقتة تلقائيًا.`,
  notCleared:
    'تم تحديث التطبيق لكن تعذّر مسح الذاكرة المؤقتة. يُرجى تحديث الصفحة يدويًا إذا واجهت مشكلات.',
  title: 'تم تحديث التطبيق!',
  message: version => `لديك الآن الإصدار ${version}. كل ما أدخلته ما زال على هذا الجهاز.`,
  resume: 'متابعة',
  refresh: 'التحديث الآن',
}
