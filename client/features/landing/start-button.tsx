import { Button } from '../../ui/button.tsx';

/** Scrolls to the calculator and takes the focus along. */
export function StartButton({ calculatorId }: { calculatorId: string }) {
  function goToCalculator() {
    const calculator = document.getElementById(calculatorId);
    calculator?.scrollIntoView();
    // In a task of its own: the browser lays the page out for either, and can answer the visitor in between.
    setTimeout(() => calculator?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true }));
  }

  return (
    <Button size="large" className="mt-6" onClick={goToCalculator}>
      Start Celebrating!
    </Button>
  );
}
