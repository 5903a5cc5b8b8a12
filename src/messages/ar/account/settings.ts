import type * as english from '../../account/settings.ts'
import { numberText } from '../../locale.ts'
import { drafts, entries, submissions } from '../plural.ts'

export const settings: typeof english.settings = {
  title: 'الإعدادات',
  edit: 'تعديل',
  enlarge: 'تكبير الصورة',
  picture: name => `صورة ${name}`,
  syncTitle: 'المزامنة',
  lastSynced: 'آخر مزامنة',
  never: 'أبدًا',
  autoSync: 'المزامنة التلقائية',
  autoSyncHelp: 'ترسل ما في الانتظار فور توفر الشبكة.',
  slow: 'وضع الاتصال البطيء',
  slowHelp: 'يرسل في حزم صغيرة، للشبكات الضعيفة.',
  targetTitle: 'يومي',
  target: 'الهدف: عدد الاستمارات في اليوم',
  targetOf: count => `الهدف: ${count} في اليوم`,
  targetHelp: 'تُظهر اللوحة كم أُنجز منها. اتركه فارغًا إن لم يكن لك هدف.',
  appearance: 'المظهر',
  theme: 'السمة',
  system: 'النظام',
  light: 'فاتح',
  dark: 'داكن',
  sunlight: 'ضوء الشمس',
  storageTitle: 'التخزين والبيانات',
  offlineStorage: 'التخزين دون اتصال',
  items: entries,
  used: used => `المستخدم: ${used}`,
  usedOf: (percent, quota) => `${percent} من ${quota}`,
  protected: 'محمية من حذف المتصفح',
  unprotected: 'قد يحذفها المتصفح عند ضيق المساحة',
  clear: 'مسح البيانات المحلية',
  clearOffline: 'يحتاج إلى الإنترنت: تُجلب البيانات من جديد بعده.',
  recovery: count => `الاسترجاع (${numberText(count)})`,
  more: 'المزيد',
  help: 'المساعدة والدعم',
  version: 'الإصدار',
  about: 'حول التطبيق',
  logout: 'تسجيل الخروج',
  autoSyncFailed: 'تعذّر تحديث إعداد المزامنة التلقائية',
  clearing: 'جارٍ مسح البيانات...',
  cleared: 'مُسحت البيانات المحلية!',
  clearFailed: 'تعذّر مسح البيانات.',
}

export const confirmations: typeof english.confirmations = {
  clear: {
    title: 'مسح البيانات المحلية؟',
    message: 'ستُزال جميع البيانات المحفوظة دون اتصال. لا يمكن التراجع عن ذلك.',
  },
  logout: {
    title: 'تسجيل الخروج',
    message: 'ستُفقد نهائيًا جميع البيانات المحفوظة دون اتصال وغير المتزامنة.',
  },
  enableAutoSync: {
    title: 'تفعيل المزامنة التلقائية',
    message: 'يُرسَل ما في الانتظار تلقائيًا فور توفر الشبكة.',
  },
  disableAutoSync: {
    title: 'إيقاف المزامنة التلقائية',
    message:
      'يُرسَل عندها ما ينتظر على هذا الجهاز حين تضغط مزامنة. أما ما ترسله مع وجود الشبكة فيُرسَل فورًا كما كان.',
  },
}

export const unsentWords: typeof english.unsentWords = {
  none: 'أُرسل كل شيء. كل عملك على الخادم.',
  intro: 'على هذا الجهاز فقط:',
  counting: 'جارٍ عدّ ما لم يُرسَل',
  syncing: 'جارٍ المزامنة...',
  drafts,
  bin: count => `${submissions(count)} في سلة المحذوفات`,
}
