import { Flags } from '../../art/flags.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';

export function SignUpBanner() {
  return (
    <section className="drawn-in-sight mx-auto w-full max-w-page px-4 py-14 sm:px-6">
      <div className="relative overflow-hidden rounded-card bg-raspberry-wash px-8 pt-20 pb-10 text-center sm:px-12 sm:pb-14">
        <Flags className="absolute inset-x-0 top-0 h-14 w-full" />
        <h2>Ready for More Paw-ty Planning?</h2>
        <p className="mx-auto mt-3 mb-6 max-w-reading">
          Keep the whole pack in one place, with every dog's next celebration at a glance.
        </p>
        <PageLink href="/auth?join" className={buttonClasses('primary', 'large')}>
          Get Started - It's Free!
        </PageLink>
      </div>
    </section>
  );
}
