"""The content policy's reports and the page's script errors, counted from before a page's first byte.
Knows no theme and no chart."""

from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Page

RECORD = """
window.policyReports = [];
document.addEventListener('securitypolicyviolation', (event) => window.policyReports.push(
  `${event.effectiveDirective} refused ${event.blockedURI || event.sample} in ${event.sourceFile || 'the page'}`));
addEventListener('error', (event) => window.policyReports.push(`script error: ${event.message}`));
addEventListener('unhandledrejection', (event) => window.policyReports.push(`script error: ${event.reason}`));
"""


@dataclass
class PolicyLog:
    """Console lines about the policy so far, and uncaught errors of the page's own scripts."""

    lines: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def record_reports(page: Page) -> None:
    """Have every document of the page keep its reports in `window.policyReports`; call before the first navigation."""
    page.add_init_script(RECORD)


def listen_csp(page: Page) -> PolicyLog:
    """Count what the console says of the policy, and uncaught errors, from now on; call before `goto`."""
    log = PolicyLog()

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            log.lines.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: log.errors.append(str(error)))
    return log


def policy_reports(page: Page) -> list[str]:
    """The reports and script errors of the document that the page shows now."""
    reports: list[str] = page.evaluate("window.policyReports ?? []")
    return reports
