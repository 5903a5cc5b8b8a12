import type * as english from '../../account/passwords.ts'
import { characters } from '../plural.ts'

export const forgotPassword: typeof english.forgotPassword = {
  title: 'نسيت كلمة المرور',
  subtitle: 'أدخل بريدك الإلكتروني وسنرسل إليك رابطًا لاختيار كلمة مرور جديدة.',
  email: 'البريد الإلكتروني',
  submit: 'إرسال الرابط',
  busy: 'جارٍ الإرسال...',
  back: 'العودة إلى تسجيل الدخول',
  required: 'البريد الإلكتروني مطلوب',
  invalid: 'يُرجى إدخال بريد إلكتروني صالح',
  failed: 'تعذّر إرسال الرابط',
  sent: 'أُرسل إليك بالبريد الإلكتروني رابط لاختيار كلمة مرور جديدة.',
}

export const passwords: typeof english.passwords = {
  mismatch: 'كلمتا المرور غير متطابقتين.',
  short: length => `يجب ألا تقل كلمة المرور عن ${characters(length)}.`,
  hint: length => `لا تقل عن ${characters(length)}.`,
}

export const resetPassword: typeof english.resetPassword = {
  title: 'إعادة تعيين كلمة المرور',
  verifying: 'جارٍ التحقق من الرابط',
  newPassword: 'كلمة المرور الجديدة',
  confirm: 'تأكيد كلمة المرور الجديدة',
  submit: 'إعادة تعيين كلمة المرور',
  busy: 'جارٍ إعادة التعيين...',
  missing: 'الرمز مفقود أو غير صالح',
  invalid: 'رمز إعادة التعيين غير صالح',
  requestNew: 'طلب رابط جديد',
  failed: 'تعذّرت إعادة تعيين كلمة المرور',
  emptyToken: 'الرمز غير صالح.',
  doneTitle: 'تمت إعادة تعيين كلمة المرور',
  doneMessage: 'يمكنك الآن تسجيل الدخول بكلمة المرور الجديدة.',
  backToLogin: 'العودة إلى تسجيل الدخول',
  unchecked: why => `تعذّر التحقق من الرابط. ${why}`,
}

export const setPassword: typeof english.setPassword = {
  title: 'عيّن كلمة المرور',
  subtitle: 'كلمة مرورك مؤقتة. اختر كلمة مرور جديدة لا يعرفها سواك.',
  password: 'كلمة المرور',
  confirm: 'تأكيد كلمة المرور',
  submit: 'تعيين كلمة المرور',
  busy: 'جارٍ تعيين كلمة المرور...',
  signOut: 'العودة إلى تسجيل الدخول',
  done: 'تم تعيين كلمة المرور. أهلًا بك!',
  noToken: 'رمز المصادقة غير موجود.',
  failed: 'تعذّر تعيين كلمة المرور',
}
