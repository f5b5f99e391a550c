import { useId } from 'react';
import { Calculator } from '../features/calculator/calculator.tsx';
import { Footer } from '../features/landing/footer.tsx';
import { Header } from '../features/landing/header.tsx';
import { HeroSection } from '../features/landing/hero-section.tsx';
import { SignUpBanner } from '../features/landing/sign-up-banner.tsx';
import { WhySection } from '../features/landing/why-section.tsx';

export function LandingPage() {
  const calculatorId = useId();
  return (
    <div className="flex min-h-dvh flex-col">
      <title>Wagday: every dog deserves multiple birthdays</title>
      <Header isSignedIn={false} />
      <main>
        <HeroSection calculatorId={calculatorId} />
        <Calculator id={calculatorId} />
        <WhySection />
        <SignUpBanner />
      </main>
      <Footer />
    </div>
  );
}
