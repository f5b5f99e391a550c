import { Link } from 'wouter';
import { buttonClasses } from '../../ui/button.tsx';

export function SignUpBanner() {
  return (
    <section className="mx-auto w-full max-w-page px-4 py-14 sm:px-6">
      <div className="rounded-card bg-raspberry-wash p-8 text-center sm:p-12">
        <h2>Ready for More Paw-ty Planning?</h2>
        <p className="mx-auto mt-3 mb-6 max-w-reading">
          Keep the whole pack in one place, with every dog's next celebration at a glance.
        </p>
        <Link href="/auth" className={buttonClasses('primary', 'large')}>
          Get Started - It's Free!
        </Link>
      </div>
    </section>
  );
}
