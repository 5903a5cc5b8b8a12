import type * as english from '../../account/auth.ts'

export const login: typeof english.login = {
  subtitle: 'سجّل الدخول للمتابعة',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  showPassword: 'إظهار كلمة المرور',
  hidePassword: 'إخفاء كلمة المرور',
  rememberMe: 'تذكّرني',
  forgot: 'نسيت كلمة المرور؟',
  submit: 'تسجيل الدخول',
  busy: 'جارٍ تسجيل الدخول...',
  late: 'هذه الشبكة بطيئة. تسجيل الدخول مستمر.',
  backToPin: 'العودة إلى رمز القفل',
  about: 'حول التطبيق',
  help: 'المساعدة والدعم',
  invalidResponse: 'استجابة دخول غير صالحة من الخادم.',
  inactive: 'حسابك غير نشط. يُرجى الاتصال بالمسؤول.',
  failed: 'فشل تسجيل الدخول. يُرجى إعادة المحاولة.',
  checkEmail: 'تحقق من عنوان البريد الإلكتروني.',
  checkPassword: 'تحقق من كلمة المرور.',
}
