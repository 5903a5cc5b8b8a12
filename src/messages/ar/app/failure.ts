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
