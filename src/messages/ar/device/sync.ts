import type * as english from '../../device/sync.ts'
import { numberText } from '../../locale.ts'
import { counted, entries, submissions } from '../plural.ts'

const fields = (count: number): string =>
  counted(count, {
    zero: 'لا حقول',
    one: 'حقل واحد',
    two: 'حقلين',
    few: 'حقول',
    many: 'حقلًا',
    other: 'حقل',
  })

export const sync: typeof english.sync = {
  title: 'المزامنة',
  intro: 'ما أرسلته بلا شبكة ينتظر هنا حتى يصل إلى الخادم.',
  pending: count => `${numberText(count)} في الانتظار`,
  syncNow: 'المزامنة الآن',
  viewLists: 'عرض القوائم',
  profileTitle: 'ملفك الشخصي',
  profileDetail: 'تغييرات اسمك أو رقمك أو صورتك.',
  viewProfile: 'عرض الملف الشخصي',
  syncAll: 'مزامنة الكل',
  syncSelected: 'مزامنة المحدد',
  syncing: 'جارٍ المزامنة...',
  select: form => `تحديد ${form}`,
  lastSynced: when => `آخر مزامنة: ${when}`,
  never: 'أبدًا',
  recovery: count => `الاسترجاع (${numberText(count)})`,
  recoveryHint: 'عمل لم يُرسَل أو لم يقبله الخادم. لا شيء هنا ضائع.',
  upToDateTitle: 'كل شيء محدّث',
  upToDateMessage: 'ما ترسله بلا شبكة يظهر هنا حتى يُرسَل.',
  nothingYetTitle: 'لا شيء للإرسال',
  nothingYetMessage: 'استبياناتك ليست على هذا الجهاز بعد. تبيّن شاشة المشاريع السبب.',
  nothingYetOffline: 'استبياناتك ليست على هذا الجهاز بعد. اتصل بالإنترنت لتنزيلها.',
  offlineHint: 'أنت غير متصل. تبدأ المزامنة تلقائيًا عند عودة الشبكة.',
  autoSyncOff: 'المزامنة التلقائية متوقفة: يُرسَل ما ينتظر عندما تضغط مزامنة.',
  lastError: text => `آخر محاولة: ${text}`,
  tooSlow: file => `يستغرق ${file} وقتًا طويلًا جدًا على هذه الشبكة. أعد المحاولة على شبكة أفضل.`,
  showWaiting: 'عرض ما ينتظر',
  hideWaiting: 'إخفاء ما ينتظر',
}

export const syncToasts: typeof english.syncToasts = {
  upToDate: 'كل شيء محدّث بالفعل.',
  started: 'بدأت المزامنة',
  allSynced: 'تمت مزامنة جميع البيانات بنجاح',
  offline: 'أنت غير متصل. لا يمكن المزامنة.',
  failed: 'فشلت المزامنة',
  busy: 'المزامنة جارية بالفعل أو لا يوجد اتصال',
  itemNotFound: 'العنصر غير موجود',
  loginAgain: 'يُرجى تسجيل الدخول من جديد',
  removed: count => `أُزيل بسبب أخطاء: ${submissions(count)}`,
  retried: count => `ستُعاد محاولة: ${entries(count)}`,
  fieldsFailed: count => `فشلت مزامنة ${fields(count)}`,
  uploadFailed: count => `فشل الرفع في ${fields(count)}`,
  nothingOfSurvey: 'لا شيء في هذا الاستبيان ينتظر المزامنة.',
  nothingSelected: 'لا شيء في الاستبيانات المحددة ينتظر المزامنة.',
  everythingUpToDate: 'كل شيء محدّث.',
  partly: (sent, waiting) => `أُرسل: ${numberText(sent)}، في الانتظار: ${numberText(waiting)}`,
  interviewsSent: count => `أُرسل ما كان منتظرًا: ${submissions(count)}`,
  deletionsSent: count => `حُذف من الخادم: ${submissions(count)}`,
}

export const recovered: typeof english.recovered = {
  draft: 'أُزيلت الاستمارة - المشروع الآن مسودة',
  deleted: 'أُزيلت الاستمارة - حُذف المشروع',
  other: 'تعذّرت مزامنة الاستمارة',
}

export const progressWords: typeof english.progressWords = {
  submission: (current, total) =>
    `جارٍ مزامنة الاستمارة ${numberText(current)} من ${numberText(total)}`,
  files: (current, total) => `جارٍ مزامنة الملفات ${numberText(current)} من ${numberText(total)}`,
  profile: () => 'جارٍ تحديث الملف الشخصي...',
}

export const resent: typeof english.resent = {
  text: count => `فقد الخادم ${submissions(count)}. يعيد هذا الجهاز إرسالها.`,
}
