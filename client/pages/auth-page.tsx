import { Link, useLocation } from 'wouter';
import { AuthForm } from '../features/auth/auth-form.tsx';
import { SignInScene } from '../ui/art/sign-in-scene.tsx';
import { Wordmark } from '../ui/art/wordmark.tsx';

export function AuthPage() {
  const [, navigate] = useLocation();
  return (
    <div className="grid min-h-dvh place-items-center px-4 py-8">
      <title>Sign in to Wagday</title>
      <div className="w-full max-w-md">
        <Link href="/" className="mx-auto mb-4 block w-fit rounded-field">
          <Wordmark className="text-heading" />
        </Link>
        <SignInScene className="mx-auto -mb-4 w-60" />
        <main className="rounded-card bg-card p-6 shadow-card sm:p-8">
          <AuthForm onSignedIn={() => navigate('/', { replace: true })} />
        </main>
      </div>
    </div>
  );
}
