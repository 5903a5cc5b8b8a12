import type * as english from '../../app/failure.ts'

export const failureWords: typeof english.failureWords = {
  offline: 'أنت غير متصل. اتصل بالإنترنت وأعد المحاولة.',
  network: 'خطأ في الشبكة',
  timeout: 'لم يُجب الخادم في الوقت المحدد',
  invalidResponse: 'ردّ الخادم غير صالح',
  status: status => `أجاب الخادم بالخطأ ${status}.`,
  request: id => `(الطلب \u2068${id}\u2069)`,
}

export const loads: typeof english.loads = {
  forms: 'تعذّر تحديث استبياناتك.',
  form: 'تعذّر تحديث استبيان.',
  submissions: 'تعذّر تحديث استماراتك.',
  stats: 'تعذّر جلب الأرقام.',
}

export const boundary: typeof english.boundary = {
  title: 'حدث خطأ ما',
  message: 'ما أدخلته محفوظ على هذا الجهاز.',
  notLoaded: 'هذه الشاشة ليست على هذا الجهاز بعد. اتصل بالإنترنت وأعد المحاولة.',
  dashboard: 'الانتقال إلى لوحة المعلومات',
  tryAgain: 'إعادة المحاولة',
  refresh: 'تحديث الصفحة',
  details: 'التفاصيل',
}

export const sessions: typeof english.sessions = {
  over: 'يُرجى تسجيل الدخول من جديد',
}

export const insecure: typeof english.insecure = {
  title: 'هذا العنوان غير آمن',
  message:
    'يشفّر التطبيق ما يحفظه على هذا الجهاز، ولا يسمح متصفحك بذلك إلا على عنوان آمن. افتحه عبر https://، أو على هذا الجهاز نفسه عبر http://localhost.',
}

export const cannotStart: typeof english.cannotStart = {
  title: 'تعذّر تشغيل التطبيق',
  message:
    'لا يسمح المتصفح للتطبيق بقراءة ما هو محفوظ على هذا الجهاز. لم يحذف التطبيق شيئًا. اسمح لهذا الموقع بحفظ البيانات وملفات تعريف الارتباط في إعدادات المتصفح، أو أعد تشغيل الجهاز، ثم حاول مرة أخرى.',
}

export const retired: typeof english.retired = {
  title: 'تم تحديث التطبيق',
  message:
    'إصدار أحدث من هذا التطبيق مفتوح في علامة تبويب أخرى. كل ما أدخلته موجود على هذا الجهاز، أعد التحميل لمتابعته هنا.',
  reload: 'إعادة التحميل',
}
