"""How Chromium is started for tests: without what its own window would do beside the page.
It refuses to know tests and pages."""

# The address bar of each new window would load two pages of its own, which takes longer than most pages of the
# product; and a process kept ready for a navigation to elsewhere is started for each window and never used.
UNUSED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxSimplification",
    "SpareRendererForSitePerProcess",
)
# A list of ours takes the place of Playwright's, so what it switches off is named here again.
SWITCHED_OFF_ALREADY = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "Translate",
)


def launch_arguments(is_root: bool) -> list[str]:
    """Command line arguments of Chromium; it refuses its sandbox to root, which is what a build machine often is."""
    features = ",".join((*SWITCHED_OFF_ALREADY, *UNUSED))
    return [f"--disable-features={features}", *(["--no-sandbox"] if is_root else [])]
